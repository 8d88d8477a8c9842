"""Compiles row cascades for the GPU: one folder of PTX, manifests and an index.

    build_kernels.py REDFUSER OUT CASE...
    CASE: workload:ROWSxLENGTH[:dtype][:schedule]    (schedule: parameters of
          #cascade.row_schedule; default: the compiler's choice)
"""
import json, pathlib, subprocess, sys

import programs


def main():
    redfuser, out = sys.argv[1], pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    index = []
    for number, case in enumerate(sys.argv[3:]):
        name, shape, *rest = case.split(":")
        dtype = rest[0] if rest and rest[0] else "bf16"
        schedule = rest[1] if len(rest) > 1 else ""
        rows, length = map(int, shape.split("x"))
        source = out / f"k{number}.mlir"
        source.write_text(programs.program(name, rows, length, dtype))
        command = [redfuser, "compile", str(source), "--target=nvptx", "--chip=sm_90a", "-o", str(out / f"k{number}.ptx")]
        # Of an H200, or an H100 with SXM.
        options = "multiprocessors=132"
        if schedule:
            options += " row-schedule={" + schedule + "}"
        command.append("--pipeline-options=" + options)
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode:
            print("failed:", case, done.stderr.strip().split("\n")[0], file=sys.stderr)
            continue
        index.append(dict(workload=name, rows=rows, length=length, dtype=dtype, schedule=schedule, ptx=f"k{number}.ptx", manifest=f"k{number}.json"))
    (out / "index.json").write_text(json.dumps(index, indent=0))


main()
