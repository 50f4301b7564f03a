import type { BridgeStatus } from '../../core/link/bridge-status.ts';
import type { Calls } from '../../core/link/messages.ts';
import type { Caller } from '../../core/caller.ts';
import type { Mcp } from '../../core/mcp/server.ts';
import type { ConsoleState, OpenConsole } from '../../core/relay/frames.ts';
import type { Desk } from '../../core/tools/contract/tool.ts';
import { deskOf } from './desk.ts';
import { type JoinedBridge, joinBridge } from './join-bridge.ts';

/** What is served at the bridge, and who hears of it. */
export interface SeatParts {
  /** Makes the MCP server whose tool names begin so. */
  serve(toolPrefix: string): Mcp;
  onStatus(status: BridgeStatus): void;
  onConsoles(consoles: readonly OpenConsole[]): void;
}

/** This console among those of the bridge, if it has joined one: what it tells there, and what it hears. */
export class BridgeSeat {
  readonly #parts: SeatParts;
  #bridge: JoinedBridge | undefined;
  #mcp: Mcp;
  #ownName = '';
  #consoles: readonly OpenConsole[] = [];
  #state: ConsoleState = { phone: null, paused: false };

  constructor(parts: SeatParts) {
    this.#parts = parts;
    this.#mcp = parts.serve('');
  }

  /** Opens the socket to the bridge and keeps it open, in place of the one before. */
  join(address: Calls['joinBridge'][0]): void {
    this.#bridge?.close();
    this.#mcp = this.#parts.serve('');
    // What the bridge before told holds no longer.
    this.#ownName = '';
    this.#hear([]);
    this.#bridge = joinBridge({
      ...address,
      answerAgent: (request) => this.#mcp.answer(request),
      onStatus: (status) => {
        if (status.state === 'connected') this.#ownName = status.name;
        this.#parts.onStatus(status);
      },
      onToolPrefix: (toolPrefix) => {
        this.#mcp = this.#parts.serve(toolPrefix);
      },
      onConsoles: (consoles) => this.#hear(consoles),
    });
    this.#bridge.tellState(this.#state);
  }

  /** Tells what this console holds, now and whenever the bridge comes back. */
  tellState(state: ConsoleState): void {
    // A phone that connects changes its status often, and every state goes to all consoles.
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#bridge?.tellState(state);
  }

  /** Makes this console the one for agents that chose no phone. */
  lead(): void {
    this.#bridge?.lead();
  }

  /** Tells the agents that asked for it that other tools are offered than before. */
  toolsChanged(): void {
    this.#mcp.toolsChanged();
  }

  /** The phones of all consoles, for one caller. */
  deskFor(caller: Caller): Desk {
    const parts = {
      consoles: this.#consoles,
      ownName: this.#ownName,
      ownPhone: this.#state.phone,
      choose: (...choice: Parameters<JoinedBridge['choose']>) => this.#bridge?.choose(...choice),
    };
    return deskOf(parts, caller);
  }

  #hear(consoles: readonly OpenConsole[]): void {
    this.#consoles = consoles;
    this.#parts.onConsoles(consoles);
  }
}
