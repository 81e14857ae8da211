// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { browserPorts } from './ports'

afterEach(() => vi.unstubAllGlobals())

test('nothing is sent through a socket that closes', () => {
  const sent: unknown[] = []
  class FakeSocket {
    static OPEN = 1
    readyState = FakeSocket.OPEN
    send = (frame: unknown) => sent.push(frame)
    close() {
      this.readyState = 2
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  const ignored = { onOpen() {}, onFrame() {}, onClose() {} }
  const socket = browserPorts().openSocket(ignored)
  socket.send(new Uint8Array([1]))
  socket.close()
  socket.send(new Uint8Array([2]))
  expect(sent).toEqual([new Uint8Array([1])])
})
