// boardgame.io's server with the smallest game: every move counts one up. It keeps matches in memory only.
// `node server.js` prints its port.

const { Server } = require("boardgame.io/server");

const count = {
  name: "count",
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { add: ({ G }) => ({ count: G.count + 1 }) },
};

const server = Server({ games: [count], origins: ["http://127.0.0.1"] });
server.run({ port: 0, callback: () => {} }).then((running) => {
  console.log(running.appServer.address().port);
});
