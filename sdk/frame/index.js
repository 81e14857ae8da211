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

  window.addEventListener('message', (event) => {
    if (event.source !== shell || event.data?.witverse !== VERSION) return
    const message = event.data
    if (message.type === 'ping') send({ type: 'pong' })
    else if (message.type === 'context') onContext(message.context)
    else if (message.type === 'answer') {
      const call = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.ok) call?.resolve(message.payload)
      else call?.reject(new FrameError(message.error))
    }
  })

  // The height of the frame follows its content.
  const report = () => send({ type: 'resize', height: document.documentElement.scrollHeight })
  new ResizeObserver(report).observe(document.body)
  send({ type: 'ready' })
  report()

  return {
    call(method, path, body) {
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        send({ type: 'call', id, method, path, ...(body !== undefined && { body }) })
      })
    },
  }
}
