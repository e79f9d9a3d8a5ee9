"""Writes the sound of a film's footfalls: footsteps.py POSES SOUND [BEGINS]

For example: footsteps.py out/trot/poses.h5 scenes/steps.wav 1.5
SOUND is a WAV file of 48 kHz. BEGINS is the time in a sequence at which the shot begins (s), 0 by default.
Each touchdown is a thud as loud as the foot's force then: heard from contact forces, not from what the gait says.
Needs h5py and numpy (Debian: python3-h5py).
"""
import sys
import wave

import h5py
import numpy as np

RATE = 48000


def touchdowns(times, force, weight):
    """Times at which a foot begins to bear, and the greatest force of the 60 ms that follow, in weights."""
    bears = False
    for i, now in enumerate(force):
        if not bears and now > 0.05 * weight:
            yield times[i], max(force[(times >= times[i]) & (times < times[i] + 0.06)]) / weight
        bears = now > (0.02 if bears else 0.05) * weight  # a foot that trembles has not left


def thud(loudness, noise):
    """A pad on boards: a drum of 90 Hz that falls silent in 40 ms, and a rustle of 8 ms."""
    t = np.arange(int(0.2 * RATE)) / RATE
    return loudness * (np.sin(2 * np.pi * 90 * t) * np.exp(-t / 0.04) + 0.4 * noise.standard_normal(t.size) * np.exp(-t / 0.008))


path, sound_path, begins = sys.argv[1], sys.argv[2], float(sys.argv[3]) if len(sys.argv) > 3 else 0.0
noise = np.random.default_rng(1)  # the same sound each time
with h5py.File(path) as poses:
    film = poses["film/times"][:]
    seconds = np.arange(film.size) / (poses.attrs["fps"] * poses.attrs["samples_per_frame"])
    sound = np.zeros(int((begins + seconds[-1] + 1) * RATE))
    times = poses["times"][:]
    for name, mass in zip(poses["figures/names"].asstr(), poses["figures/masses"]):
        track = f"tracks/{name}/foot_force"
        for force in poses[track][:].T[2::3] if track in poses else []:
            for time, loudness in touchdowns(times, force, 9.81 * mass):
                if film[0] <= time <= film[-1]:
                    at = int((begins + np.interp(time, film, seconds)) * RATE)
                    beat = thud(loudness, noise)[: sound.size - at]
                    sound[at : at + beat.size] += beat
sound *= 0.7 / max(1e-9, np.abs(sound).max())
with wave.open(sound_path, "wb") as out:
    out.setparams((1, 2, RATE, 0, "NONE", ""))
    out.writeframes((sound * 32767).astype("<i2").tobytes())
