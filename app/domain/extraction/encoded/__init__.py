"""What the encoder reads in messages: values of facts, and what a message does to known facts."""
