# Install tree and find_package(RedFuser): filled in by the packaging work.
