// Plays many matches at once, two players each, every move sent as soon as it is owed; prints one line of JSON.
// `node load.js PORT MATCHES WARM_UP SECONDS SERVER`; SERVER is the id of the server's process.

const { readFileSync } = require("node:fs");
const { io } = require("socket.io-client");

const [port, matches, warmUp, seconds, server] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;
const took = [];
const begin = [];
let measuring = false;

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${address}/games/count/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** One player: sends a move, and takes the state with the next number as its acknowledgement. */
function sitDown(matchID, playerID, credentials) {
  return new Promise((resolve) => {
    const socket = io(`${address}/count`, { transports: ["websocket"], forceNew: true });
    let sent = 0;
    let waitsFor = -1;
    const see = (state) => {
      if (state._stateID === waitsFor && measuring) took.push(performance.now() - sent);
      if (state.ctx.currentPlayer !== playerID || state._stateID < waitsFor) return;
      waitsFor = state._stateID + 1;
      sent = performance.now();
      const action = { type: "MAKE_MOVE", payload: { type: "add", args: [], playerID, credentials } };
      socket.emit("update", action, state._stateID, matchID, playerID);
    };
    socket.on("sync", (_, { state }) => {
      begin.push(() => see(state));
      resolve();
    });
    socket.on("update", (_, state) => see(state));
    socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, 2));
  });
}

async function setUp() {
  const { matchID } = await post("create", { numPlayers: 2, unlisted: true });
  for (const playerID of ["0", "1"]) {
    const { playerCredentials } = await post(`${matchID}/join`, { playerID, playerName: "P" });
    await sitDown(matchID, playerID, playerCredentials);
  }
}

/** How long the server has been computing, in seconds (the system counts hundredths). */
function busy() {
  const fields = readFileSync(`/proc/${server}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000));

async function main() {
  for (let number = 0; number < matches; number += 1) await setUp();
  for (const start of begin) start();
  await wait(warmUp);
  measuring = true;
  const begun = performance.now();
  const busyBefore = busy();
  await wait(seconds);
  const busyFor = busy() - busyBefore;
  const elapsed = (performance.now() - begun) / 1000;
  took.sort((a, b) => a - b);
  const at = (part) => took[Math.floor(part * took.length)] ?? 0;
  const speed = { moves_per_s: took.length / elapsed, server_busy: busyFor / elapsed };
  console.log(JSON.stringify({ ...speed, p50_ms: at(0.5), p99_ms: at(0.99) }));
  process.exit(0);
}

main().catch((error) => {
  console.error(String(error));
  process.exit(1);
});
