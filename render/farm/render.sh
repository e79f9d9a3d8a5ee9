#!/bin/sh
# A task of the array: the frames on one line of chunks.txt. `gambol submit` fills in what stands
# between two at signs, and tells sbatch the job's name, its log, the array and what it waits for.
# What your farm wants stands here: man sbatch.
#
# gambol uses every processor that it is given. A node for each task is a good beginning; on large
# nodes, --cpus-per-task=8 in place of --exclusive makes more of them, if Slurm confines tasks to
# their processors (TaskPlugin=task/cgroup or task/affinity).
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --exclusive
##SBATCH --partition=farm
##SBATCH --account=film
##SBATCH --mem=8G
##SBATCH --time=4:00:00

# When its node dies, it begins again on another: at most the frame it was on is lost. Warned
# before its time is over, gambol stops cleanly; `exec` below makes gambol the process that is
# warned.
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@90

# Before gambol itself heeds the warning.
trap 'exit 143' TERM

cd @project@ || exit 5
export GAMBOL_DATA=@data@
line=$((SLURM_ARRAY_TASK_ID + $1))
frames=$(sed -n "${line}p" @chunks@)
[ -n "$frames" ] || {
  echo "there is no line $line in" @chunks@ >&2
  exit 5
}
# Every run of a task keeps its record to itself, also one that another was thought to have replaced.
task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
run=${SLURM_RESTART_COUNT:-0}
record=$task.$run
# A task whose time is over before its first frame is would be run again for ever.
vain=0
while [ $vain -lt 3 ] && [ $((run - vain)) -gt 0 ] &&
  [ ! -e @records@/"$task.$((run - vain - 1))" ]; do
  vain=$((vain + 1))
done
[ $vain -lt 3 ] || {
  echo "three runs in a row were ended before they finished a frame: ask for more --time or --mem" >&2
  exit 5
}
echo "frames $frames on ${SLURMD_NODENAME:-$(hostname)}"
exec @gambol@ render @shot@ --preset @preset@ --out @out@ --poses @motion@ \
  --frames "$frames" --record @records@/"$record" @rendering@
