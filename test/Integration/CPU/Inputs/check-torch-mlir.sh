#!/bin/sh
# check-torch-mlir.sh FOLDER PREFIX: runs every program of FOLDER whose name begins with
# PREFIX fused against unfused. Dynamic sizes are those that the program was traced with,
# which stand in the file's first line.
count=0
for file in "$1/$2"*.mlir; do
  dims=$(sed -n '1s/.* on \(.*\) (.*/\1/p' "$file" | tr -d ' ')
  if ! output=$(redfuser run "$file" --check --dims="$dims" 2>&1); then
    printf '%s\n%s\n' "$file" "$output"
    exit 1
  fi
  count=$((count + 1))
done
echo "$count programs passed"
