// The page's side of the messages between the shell and a plugin's frame (`web-plugins/extensions/src/frame`).
// No dependencies, so that it can be copied into a plugin's `web` folder.

const VERSION = 1

export class FrameError extends Error {
  constructor({ status, code, message }) {
    super(message || code)
    this.name = 'FrameError'
    this.status = status
    this.code = code
  }
}

export function connect(onContext) {
  const shell = window.parent
  // The shell's origin is not known here. The messages hold nothing that another page could use: a page that embedded
  // this one would only see its own calls fail.
  const send = (message) => shell.postMessage({ witverse: VERSION, ...message }, '*')
  const waiting = new Map()
  let lastId = 0
  let listener = {}
  // Of the room: how far its clock is ahead of the device's, in milliseconds; the latest people and state, for a listener that is set later.
  let ahead = 0
  let people
  let state

  const setClock = (serverMs) => {
    if (typeof serverMs === 'number') ahead = serverMs - Date.now()
  }

  window.addEventListener('message', (event) => {
    if (event.source !== shell || event.data?.witverse !== VERSION) return
    const message = event.data
    switch (message.type) {
      case 'ping':
        setClock(message.serverMs)
        return send({ type: 'pong' })
      case 'context':
        return onContext(message.context)
      case 'answer': {
        const call = waiting.get(message.id)
        waiting.delete(message.id)
        if (message.ok) call?.resolve(message.payload)
        else call?.reject(new FrameError(message.error))
        return
      }
      case 'connected':
        setClock(message.serverMs)
        return listener.onConnected?.()
      case 'people':
        people = message.people
        return listener.onPeople?.(people)
      case 'state':
        state = message.state
        return listener.onState?.(state)
      case 'event':
        return listener.onEvent?.(message.topic, message.payload)
      case 'chat':
        return listener.onChat?.(message.from, message.text)
      case 'action':
        return listener.onAction?.(message.by, message.kind, message.id)
    }
  })

  // The height of the frame follows its content.
  let last = { inner: window.innerHeight, width: window.innerWidth, height: 0 }
  const report = () => {
    const now = {
      inner: window.innerHeight,
      width: window.innerWidth,
      height: Math.ceil(document.documentElement.getBoundingClientRect().height),
    }
    // Content that is as high as the window, or higher (`100vh` and margins), grows with it: it would have no end.
    const opened = now.inner - last.inner
    const grown = now.height - last.height
    if (last.height > 0 && now.width === last.width && opened > 0 && grown > 0 && grown <= 2 * opened) {
      last = { ...now, height: last.height }
      return
    }
    last = now
    send({ type: 'resize', height: now.height })
  }
  new ResizeObserver(report).observe(document.body)
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) send({ type: 'escape' })
  })
  send({ type: 'ready' })
  report()

  const ask = (message) => {
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      send({ ...message, id })
    })
  }

  return {
    call: (method, path, body) => ask({ type: 'call', method, path, ...(body !== undefined && { body }) }),
    file: (name) => ask({ type: 'file', name }),
    pay: (amount, reason) => ask({ type: 'pay', amount, reason }).then(({ charge }) => charge),
    escrow: (itemId, durationMinutes) =>
      ask({ type: 'escrow', itemId, ...(durationMinutes !== undefined && { durationMinutes }) }).then(
        ({ until }) => until,
      ),
    room(next) {
      listener = next
      if (people) next.onPeople?.(people)
      if (state !== undefined) next.onState?.(state)
      return {
        highlight: (ids) => send({ type: 'highlight', ids }),
        walkTo: (to) => send({ type: 'walk', to }),
        serverNow: () => Date.now() + ahead,
      }
    },
  }
}
