/**
 * A Node HTTP server that does nothing but answer, in a process of its own like the bridge: what a
 * call over loopback costs by itself. Plain Node. `PUT /NAME` gives it an answer, `POST /NAME` gets it.
 */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** @type {Map<string | undefined, { type: string, body: Buffer }>} */
const answers = new Map();

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  if (request.method === 'PUT') {
    answers.set(request.url, { type: request.headers['content-type'] ?? '', body });
    return void response.writeHead(204).end();
  }
  const answer = answers.get(request.url);
  if (answer === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
});

server.listen(0, '127.0.0.1', () => console.log(server.address().port));
