"""Reads hardware counters of compiled row cascades with Nsight Compute.

    counters.py FOLDER OUT [SHAPE...]   -> OUT.jsonl, OUT.md
    counters.py --launch FOLDER [SHAPE...]

FOLDER is what build_kernels.py writes; SHAPE as reports name it, "softmax 65536x512"
(default: all). Every kernel is launched once on fresh random numbers, with cold caches
and the clocks as they are. Needs ncu and leave to read counters.
"""
import csv, json, pathlib, subprocess, sys, time

from programs import shape_name

METRICS = dict(
    ns="gpu__time_duration.sum",
    read="dram__bytes_read.sum",
    written="dram__bytes_write.sum",
    dram="dram__throughput.avg.pct_of_peak_sustained_elapsed",
    l2="lts__t_sectors.avg.pct_of_peak_sustained_elapsed",
    issue="smsp__issue_active.avg.pct_of_peak_sustained_active",
    warps="sm__warps_active.avg.pct_of_peak_sustained_active",
    sfu="sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active",
    memory_stall="smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio",
    barrier_stall="smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio",
)


def entries(folder, shapes):
    for entry in json.loads((folder / "index.json").read_text()):
        if not shapes or shape_name(entry) in shapes:
            yield entry


def kernels_of(folder, entry):
    return [kernel["name"] for kernel in json.loads((folder / entry["manifest"]).read_text())["kernels"]]


def launch(folder, shapes):
    import torch
    from run_kernels import Kernels, make_arguments

    for entry in entries(folder, shapes):
        arguments = make_arguments(entry["workload"], entry["rows"], entry["length"], entry["dtype"])
        Kernels(folder, entry, arguments)()
        torch.cuda.synchronize()
        del arguments
        torch.cuda.empty_cache()


def read(folder, shapes):
    """One dictionary a kernel, in the order of launches."""
    names = sorted({name for entry in entries(folder, shapes) for name in kernels_of(folder, entry)})
    command = ["ncu", "--clock-control", "none", "--csv", "--print-units", "base", "--kernel-name", "regex:^(" + "|".join(names) + ")$",
               "--metrics", ",".join(METRICS.values()), sys.executable, __file__, "--launch", str(folder), *shapes]
    done = subprocess.run(command, capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    if done.returncode or not lines:
        sys.exit(f"counters.py: ncu gave no counters (exit status {done.returncode}): " + (done.stderr + done.stdout).strip()[-600:])
    by = {}
    for row in csv.DictReader(lines):
        by.setdefault(int(row["ID"]), {})[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    found = [by[i] for i in sorted(by)]
    wanted = [(entry, name) for entry in entries(folder, shapes) for name in kernels_of(folder, entry)]
    if len(found) != len(wanted):
        sys.exit(f"counters.py: expected {len(wanted)} kernels, ncu saw {len(found)}")
    for (entry, name), values in zip(wanted, found):
        yield dict(shape=shape_name(entry), kernel=name, **{key: values[metric] for key, metric in METRICS.items()})


def table(rows, card, name):
    lines = [f"# Counters of row cascades on {card}", "",
             f"{time.strftime('%Y-%m-%d')}. Made by `benchmarks/gpu/counters.py` with `ncu --clock-control none`; every number is in [{name}.jsonl]({name}.jsonl).",
             "One launch, caches cold and clean: times are not those of [rows](rows.md), where the L2 cache is full of modified lines.",
             "`memory`: DRAM throughput, of its peak. `issue`: cycles in which a scheduler issues. `exp`: use of the unit of exponentials.",
             "`warps`: resident, of the most there can be. Waits in cycles for each instruction issued.", "",
             "| cascade, rows x length | us | MB read | MB written | memory | L2 | issue | exp | warps | waits for memory | for barriers |",
             "|---|---|---|---|---|---|---|---|---|---|---|"]
    for row in rows:
        lines.append(f"| {row['shape']} | {row['ns'] / 1e3:.1f} | {row['read'] / 1e6:.1f} | {row['written'] / 1e6:.1f} | {row['dram']:.0f} % | {row['l2']:.0f} % | "
                     f"{row['issue']:.0f} % | {row['sfu']:.0f} % | {row['warps']:.0f} % | {row['memory_stall']:.1f} | {row['barrier_stall']:.1f} |")
    return "\n".join(lines) + "\n"


def main():
    if sys.argv[1] == "--launch":
        return launch(pathlib.Path(sys.argv[2]), sys.argv[3:])
    folder, out, shapes = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    card = subprocess.run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], capture_output=True, text=True).stdout.split("\n")[0]
    rows = list(read(folder, shapes))
    pathlib.Path(out + ".jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    pathlib.Path(out + ".md").write_text(table(rows, card, pathlib.Path(out).name))


main()
