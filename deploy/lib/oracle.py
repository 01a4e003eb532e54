#!/usr/bin/env python3
"""What generated workloads must come to: every dump line as count<TAB>key, or --totals in one line.

    oracle.py lift-rides|swipe-counts|swipe-matches --requests N[:S] [--seed S] [--totals]
--requests may be given several times, each with a seed of its own: then the dump is of all of them.
Written from the generator's description, not from the client's code: SplitMix64, looked up by request
and place. --totals is the same line for both swipe workloads.
"""
import argparse
import collections
import sys

MASK = (1 << 64) - 1


def value(seed, seq, place, bound):
    z = (seed + 0x9E3779B97F4A7C15 * (seq * 8 + place + 1)) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return ((z ^ (z >> 31)) >> 33) % bound


def lift_rides(requests, seed):
    dump, skiers, total = collections.Counter(), set(), 0
    for seq in range(requests):
        resort, skier, time, lift = (1 + value(seed, seq, *v) for v in enumerate((10, 100000, 360, 40)))
        dump[f"skier:{skier}/2022"] += lift * 10
        dump[f"day:{resort}:2022:1/{skier}"] += lift * 10
        dump[f"rides:{skier}/{resort}/2022/1/{time}/{lift}"] += 1
        skiers.add(skier)
        total += lift * 10
    return dump, f"rides={requests} skiers={len(skiers)} vertical={total}"


def swipes(requests, seed):
    counts, matches, likes = collections.Counter(), {}, 0
    for seq in range(requests):
        right, swiper, swipee = (value(seed, seq, *v) for v in enumerate((2, 5000, 1000000)))
        counts[f"{'Likes' if right else 'Dislikes'}:{swiper + 1}"] += 1
        matches[f"Swipers/{swiper + 1}"] = 1
        if right:
            matches[f"Swiper:{swiper + 1}/{swipee + 1}"] = 1
        likes += right
    pairs = sum(key.startswith("Swiper:") for key in matches)
    return counts, matches, f"swipes={requests} likes={likes} dislikes={requests - likes} matches={pairs}"


parser = argparse.ArgumentParser()
parser.add_argument("workload", type=lambda name: name.replace("swipes-", "swipe-"),
                    choices=["lift-rides", "swipe-counts", "swipe-matches"])
parser.add_argument("--requests", action="append", required=True)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--totals", action="store_true")
args = parser.parse_args()
all_dumps = collections.Counter()
for number, _, seed in (each.partition(":") for each in args.requests):
    numbers = int(number), int(seed or args.seed)
    if args.workload == "lift-rides":
        dump, totals = lift_rides(*numbers)
    else:
        counts, matches, totals = swipes(*numbers)
        dump = counts if args.workload == "swipe-counts" else collections.Counter(matches)
    # matches are a set
    all_dumps = all_dumps | dump if args.workload == "swipe-matches" else all_dumps + dump
sys.stdout.writelines([totals + "\n"] if args.totals else (f"{all_dumps[key]}\t{key}\n" for key in sorted(all_dumps)))
