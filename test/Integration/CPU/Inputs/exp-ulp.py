"""exp of many f32, compiled by redfuser, against float64: at most 1 ulp off."""
import math, pathlib, random, struct, subprocess, sys

tool, source, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
f32 = lambda x: struct.unpack("f", struct.pack("f", x))[0]
random.seed(0)
values = [f32(x) for x in (0.0, -0.0, 1.0, -1.0, 88.72283, 88.7229, -87.33654, -87.5, -103.9, -104.1, 1e-30, 3.4e38, -3.4e38)]
values += [math.inf, -math.inf, math.nan]
values += [f32(random.uniform(-110, 95)) for _ in range(40000)]
values += [f32(random.uniform(-1, 1) * 2.0 ** random.randint(-30, 5)) for _ in range(20000)]
# Around multiples of ln(2) / 2, where the reduction changes its k.
values += [f32((k + 0.5) * math.log(2) + random.uniform(-1e-5, 1e-5)) for k in range(-150, 127) for _ in range(10)]
count = len(values)
head = ("{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % count).encode()
head += b" " * (-(len(head) + 11) % 64) + b"\n"
(folder / "x.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + struct.pack(f"<{count}f", *values))
subprocess.run([tool, "run", source, f"--dims={count}", f"--input={folder}/x.npy", f"--output={folder}/y.npy", *sys.argv[4:]], check=True, stdout=subprocess.DEVNULL)
got = struct.unpack(f"<{count}f", (folder / "y.npy").read_bytes()[-4 * count:])

worst, where = 0.0, 0.0
for x, y in zip(values, got):
    if math.isnan(x):
        assert math.isnan(y), "exp(NaN)"
        continue
    if x > 709 or x == math.inf or (want := math.exp(x)) > 3.4028235677973366e38:
        assert y == math.inf, (x, y)
        continue
    ulp = 2.0 ** max(math.frexp(want)[1] - 24, -149) if want else 2.0 ** -149
    error = abs(y - want) / ulp
    if error > worst:
        worst, where = error, x
print(f"worst error {worst:.3f} ulp at {where!r}")
assert worst <= 1.0
