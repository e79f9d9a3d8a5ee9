#!/bin/sh
# Builds libFuzzer's programs with AddressSanitizer and UndefinedBehaviorSanitizer in build-fuzz/,
# runs them one after the other and prints a table of what they came to.
#
#   tools/fuzz.sh [--runs N] [--seconds S] [TARGET ...]
#
# Each of the targets (tests/fuzz/CMakeLists.txt; all if none is named) ends after N runs or S
# seconds, whichever comes first: 10 million runs and 60 s if not given; 0 is no limit. What they
# find is kept in build-fuzz/findings/, the corpus that they gather in build-fuzz/corpus/. Needs
# clang and its run-time library (Debian: clang, libclang-rt-14-dev).
set -u

root=$(dirname "$(dirname "$(readlink -f "$0")")")
build=$root/build-fuzz
runs=10000000
seconds=60
while [ $# -gt 0 ]; do
  case $1 in
    --runs) runs=$2 && shift 2 ;;
    --seconds) seconds=$2 && shift 2 ;;
    -*) sed -n '2,12s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
    *) break ;;
  esac
done
[ "$runs" -gt 0 ] || runs=-1
all=$(sed -n '/set(inputs/,/slurm)/p' "$root/tests/fuzz/CMakeLists.txt" |
  sed 's/set([a-z]* *//; s/)//')
[ $# -gt 0 ] || eval "set -- $(echo $all)"

mkdir -p "$build/findings"
[ -e "$build/build.ninja" ] || cmake -S "$root" -B "$build" -G Ninja \
  -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O2 -g1" -DGAMBOL_TESTS=OFF -DGAMBOL_FUZZ=ON \
  >"$build/configure.log" 2>&1 || { tail "$build/configure.log" >&2; exit 5; }
programs=
for target; do programs="$programs fuzz_$target"; done
# shellcheck disable=SC2086 # a list of words
cmake --build "$build" --target $programs >"$build/build.log" 2>&1 ||
  { tail -n 30 "$build/build.log" >&2; exit 5; }

found=0
printf '%-14s %12s %8s %9s %9s  %s\n' target runs seconds 'a second' features finding
for target; do
  corpus=$build/corpus/$target
  program=$build/fuzz/fuzz_$target
  log=$build/findings/$target.log
  mkdir -p "$corpus/grown"
  # Two runs of a target would mix what they find.
  exec 9>"$corpus/lock"
  flock -n 9 || { echo "$target is being run from $build already" >&2 && found=1 && continue; }
  "$program" --seeds "$corpus" >"$log" 2>&1
  # A second of a program without sanitizers is about ten here.
  leaks=1
  most=1024 # MB at once
  # OpenImageIO keeps its last error; OpenEXR makes room for whatever a head claims.
  case $target in heights | picture) leaks=0 most=3000 ;; esac
  longest=16384
  case $target in
    frame_range | quantity | formula | condition | job | chunks | records | slurm) longest=512 ;;
    shot | figure | sequence | look | preset | gaits | fractions | reflexes | run_file) longest=1024 ;;
    yaml | obj | gltf) longest=4096 ;;
  esac
  begun=$(date +%s)
  ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=8:malloc_context_size=0:detect_leaks=$leaks} "$program" -runs="$runs" \
    -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -malloc_limit_mb="$most" \
    -max_len="$longest" -entropic_scale_per_exec_time=1 -reload=0 -dict="$corpus/words.dict" -print_final_stats=1 \
    -artifact_prefix="$build/findings/$target-" "$corpus/grown" "$corpus/seeds" >"$log" 2>&1
  code=$?
  took=$(($(date +%s) - begun))
  count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  features=$(sed -n 's/.* ft: \([0-9]*\).*/\1/p' "$log" | tail -n 1)
  finding=-
  if [ $code -ne 0 ]; then
    found=1
    finding=$(grep -m1 -oE 'SUMMARY: .*|ERROR: libFuzzer: .*|what\(\): .*' "$log")
  fi
  [ "$took" -gt 0 ] || took=1
  printf '%-14s %12s %8s %9s %9s  %s\n' "$target" "${count:-0}" "$took" \
    "$((${count:-0} / took))" "${features:-0}" "$finding"
done
exit $found
