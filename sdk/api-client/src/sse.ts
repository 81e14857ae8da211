// Reads the text/event-stream format from chunks of text.

export interface StreamEvent {
  id: string | null
  kind: string
  data: string
}

/** Feed it text as it arrives; it calls back once per complete event. */
export function createEventParser(onEvent: (event: StreamEvent) => void): (chunk: string) => void {
  let rest = ''
  let kind = ''
  let id: string | null = null
  let data: string[] = []

  function line(text: string) {
    if (text === '') {
      if (data.length > 0 || kind) onEvent({ id, kind: kind || 'message', data: data.join('\n') })
      kind = ''
      data = []
      return
    }
    if (text.startsWith(':')) return
    const colon = text.indexOf(':')
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') kind = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }

  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const text of lines) line(text)
  }
}
