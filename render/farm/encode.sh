#!/bin/sh
# The last job of a shot, or of a sequence: its movie, of frames that must all be there. `gambol
# submit` fills in what stands between two at signs, and tells sbatch the job's name, its log and
# what it waits for. What your farm wants stands here: man sbatch.
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --exclusive
##SBATCH --partition=farm
##SBATCH --account=film
##SBATCH --mem=8G
##SBATCH --time=4:00:00

# When its node dies, it begins again on another.
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@90

# Before gambol itself heeds the warning.
trap 'exit 143' TERM

cd @project@ || exit 5
export GAMBOL_DATA=@data@
exec @gambol@ @options@ encode @shot@ --preset @preset@ --out @out@ @encoding@
