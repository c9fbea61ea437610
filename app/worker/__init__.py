"""Background work: tasks, their schedule, and the process that runs them on docket."""
