// Starts the player of a page that contains its replay.

startPlayer(readReplay(document.getElementById("data").textContent));
