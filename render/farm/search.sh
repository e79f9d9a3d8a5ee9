#!/bin/sh
# A task of a search: the candidates on one line of candidates.txt. `gambol optimise --farm`
# and `gambol evolve --farm` fill in what stands between two at signs, and tell sbatch the job's name, its log and the array. What
# your farm wants stands here: man sbatch.
#
# gambol simulates one candidate on each processor that it is given. A node for each task is a good
# beginning.
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --exclusive
##SBATCH --partition=farm
##SBATCH --account=film
##SBATCH --mem=8G
##SBATCH --time=4:00:00

# When its node dies, it begins again on another: what it has evaluated is in the store. Warned
# before its time is over, gambol stops cleanly; `exec` below makes gambol the process that is
# warned.
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@90

# Before gambol itself heeds the warning.
trap 'exit 143' TERM

cd @project@ || exit 5
export GAMBOL_DATA=@data@
candidates=$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" @candidates@)
[ -n "$candidates" ] || {
  echo "there is no line $((SLURM_ARRAY_TASK_ID + 1)) in" @candidates@ >&2
  exit 5
}
echo "candidates $candidates" @task@ "on ${SLURMD_NODENAME:-$(hostname)}"
exec @gambol@ @options@ @verb@ @run@ --out @out@ @task@ \
  --candidates "$candidates" --log "farm_${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
