"""Writes the Markdown table and the plot of a run of run_kernels.py.

    report.py ROWS.jsonl OUT        -> OUT.md, OUT.svg
"""
import json, sys

PEAK = 4300.0  # GB/s that copies reach on an H200.
COLOURS = dict(redfuser="#1b6ca8", inductor="#d1722b", eager="#8a8a8a")


def read(path):
    head, rows = {}, []
    for line in open(path):
        row = json.loads(line)
        if "device" in row:
            head = row
        elif row.get("shape", "launch") != "launch":
            rows.append(row)
    return head, rows


def is_ceiling(row):
    """Of a size, not of a cascade: `run_kernels.py` times kernels that only read or copy."""
    return row["variant"] in ("read", "copy")


def by_shape(rows):
    """{shape: {variant: row}}, of the chosen schedules."""
    cells = {}
    for row in rows:
        if not row.get("schedule") and not is_ceiling(row):
            cells.setdefault(row["shape"], {})[row["variant"]] = row
    return cells


def read_times(path):
    """What ran, and the rows with a time by shape and variant."""
    head, rows = read(path)
    return head, by_shape(row for row in rows if "ms" in row)


def ceilings(rows):
    """Two lines of what kernels reach that compute nothing, from the large sizes on."""
    lines = []
    for variant, verb in (("read", "reads"), ("copy", "copies")):
        times = {}
        for row in rows:
            size = int(row["shape"].split()[1]) if is_ceiling(row) and row["variant"] == variant and "ms" in row else 0
            if size > 0:
                times.setdefault(size, f"{size} MiB {show(row)}" + (f", {show(row, 'clean_ms')}" if "clean_ms" in row else ""))
        if times:
            lines += [f"A Triton kernel that only {verb}, timed the same ways: " + "; ".join(times[size] for size in sorted(times)) + ".", ""]
    return lines


def show(row, key="ms"):
    """A time, and the least bytes over it; `clean_ms` starts from a clean L2 cache."""
    if not row or key not in row:
        return "-"
    return f"{row[key]:.4g} ({100 * row['gbps'] * row['ms'] / row[key] / PEAK:.0f} %)"


def ratio(row, reference, key):
    return f"{reference[key] / row[key]:.2f}" if key in row and key in reference else "-"


def table(head, rows, name):
    cells = by_shape(rows)
    lines = [f"# Row cascades on {head['device']}", "",
             f"{head['date']}, torch {head['torch']}. Made by `scripts/bench-gpu`; every number is in [{name}.jsonl]({name}.jsonl).",
             "Medians of 50 replays of a CUDA graph, in ms; inputs bf16 unless said. In brackets: least bytes over time, of 4.3 TB/s.",
             "256 MiB are overwritten in between, so the L2 cache is full of modified lines, some 50 MB, which the kernel that is timed has to",
             "write back; `clean L2`: and then 256 MiB of another buffer are read, so it has not.",
             "`error`: max |result - float64| / RMS(float64), of the first and last rows.", "",
             *ceilings(rows),
             "| cascade, rows x length | redfuser | Inductor | eager | Inductor / redfuser | clean L2: redfuser | Inductor | Inductor / redfuser | error | registers | spills | kernels |",
             "|---|---|---|---|---|---|---|---|---|---|---|---|"]

    for shape, by in cells.items():
        ours, inductor = by.get("redfuser", {}), by.get("inductor", {})
        lines.append(f"| {shape} | {show(ours)} | {show(inductor)} | {show(by.get('eager'))} | {ratio(ours, inductor, 'ms')} | "
                     f"{show(ours, 'clean_ms')} | {show(inductor, 'clean_ms')} | {ratio(ours, inductor, 'clean_ms')} | {ours.get('error', '-')} | "
                     f"{ours.get('registers', '-')} | {ours.get('spills', '-')} | {ours.get('kernels', '-')} |")
    lines += ["", f"![fraction of the memory bound]({name}.svg)", ""]
    return "\n".join(lines)


def plot(rows):
    """A bar for each variant of each shape: fraction of the memory bound."""
    shapes = []
    for row in rows:
        if not row.get("schedule") and not is_ceiling(row) and row["shape"] not in shapes:
            shapes.append(row["shape"])
    bar, gap, left, width = 9, 10, 190, 560
    height = len(shapes) * (3 * bar + gap) + 50
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 60}" height="{height}" font-family="sans-serif" font-size="11">',
           '<rect width="100%" height="100%" fill="white"/>']
    for tick in range(0, 101, 20):
        x = left + width * tick / 100
        out.append(f'<line x1="{x}" y1="20" x2="{x}" y2="{height - 25}" stroke="#ddd"/><text x="{x}" y="14" text-anchor="middle">{tick} %</text>')
    y = 26
    for shape in shapes:
        out.append(f'<text x="{left - 8}" y="{y + 2 * bar}" text-anchor="end">{shape}</text>')
        for variant in ("redfuser", "inductor", "eager"):
            row = next((r for r in rows if r["shape"] == shape and r["variant"] == variant and not r.get("schedule") and "gbps" in r), None)
            if row:
                w = width * min(1.05, row["gbps"] / PEAK)
                out.append(f'<rect x="{left}" y="{y}" width="{w:.1f}" height="{bar - 1}" fill="{COLOURS[variant]}"/>')
            y += bar
        y += gap
    x = left
    for variant, colour in COLOURS.items():
        out.append(f'<rect x="{x}" y="{height - 16}" width="10" height="10" fill="{colour}"/><text x="{x + 14}" y="{height - 7}">{variant}</text>')
        x += 90
    return "\n".join(out + ["</svg>", ""])


def main():
    head, rows = read(sys.argv[1])
    out = sys.argv[2]
    open(out + ".md", "w").write(table(head, rows, out.split("/")[-1]))
    open(out + ".svg", "w").write(plot(rows))


if __name__ == "__main__":
    main()
