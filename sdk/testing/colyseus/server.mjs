// Rooms of Colyseus in which people move: every move changes the state, and each tick sends the changes as a patch.
import { Room, Server } from '@colyseus/core'
import { schema, t } from '@colyseus/schema'
import { WebSocketTransport } from '@colyseus/ws-transport'

const TICK_MS = 50
/** The message of a move: x, y and z with two bytes each, little endian, then yaw and motion. */
const MOVE = 1

const Person = schema({ x: t.uint16(), y: t.uint16(), z: t.uint16(), yaw: t.uint8(), motion: t.uint8() })
const State = schema({ people: t.map(Person) })

class World extends Room {
  maxClients = 500
  maxMessagesPerSecond = Number.POSITIVE_INFINITY
  patchRate = TICK_MS

  onCreate() {
    this.state = new State()
    this.onMessageBytes(MOVE, (client, bytes) => {
      const person = this.state.people.get(client.sessionId)
      if (!person) return
      person.x = bytes[0] | (bytes[1] << 8)
      person.y = bytes[2] | (bytes[3] << 8)
      person.z = bytes[4] | (bytes[5] << 8)
      person.yaw = bytes[6]
      person.motion = bytes[7]
    })
  }

  onJoin(client) {
    this.state.people.set(client.sessionId, new Person())
  }

  onLeave(client) {
    this.state.people.delete(client.sessionId)
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport({ pingInterval: 0 }) })
server.define('world', World).filterBy(['room'])
await server.listen(Number(process.env.PORT))
