import type { EventFormSlotData, EventFormValue } from '@witverse/sdk'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { Extension } from '../api/types'
import { extension, renderExtensions, setting } from '../testing/pages'
import EventForm from './EventForm'
import EventPage from './EventPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const QUESTION = setting({
  ...{ key: 'question', kind: 'text', minLength: 1, maxLength: 100, default: '', value: '' },
  title: { ko: '질문', en: 'Question' },
})
const TITLE = { ko: '투표', en: 'Poll' }
const POLL = extension({ id: 'x-poll', event: { title: TITLE, file: 'poll.html', form: [QUESTION] } })

const answers = (items: Extension[]) => ({
  'GET /api/v3/worlds/agora/extensions': { payload: { frameHost: 'plugins.localhost', items } },
})

async function open(items: Extension[], first: EventFormValue | null = null) {
  const values: (EventFormValue | null)[] = []
  function Held() {
    const [value, setValue] = useState(first)
    const data: EventFormSlotData = {
      worldName: 'agora',
      value,
      onValue: (next) => {
        values.push(next)
        setValue(next)
      },
      showErrors: true,
    }
    return <EventForm close={() => undefined} data={data} />
  }
  const page = await renderExtensions(<Held />, { answers: answers(items) })
  leave = page.unmount
  await page.settle()
  return { page, latest: () => values.at(-1) }
}

it('draws the form of the chosen plugin, and says when it is complete', async () => {
  const { page, latest } = await open([extension(), POLL])
  await page.fill({ activity: 'x-poll' })
  expect(latest()).toMatchObject({ install: 'x-poll', name: TITLE, isComplete: false })
  expect(page.shown()).toContain('Please fill this in.')
  await page.fill({ 'form.question': 'Where?' })
  expect(latest()).toMatchObject({ form: { question: 'Where?' }, isComplete: true })
  await page.fill({ activity: '' })
  expect(latest()).toBeNull()
})

it('drops a plugin that is not in the world of the block, and shows nothing where there is none', async () => {
  const kept = { install: 'x-gone', name: TITLE, texts: {}, form: {}, isComplete: true }
  const { page, latest } = await open([extension()], kept)
  expect(latest()).toBeNull()
  expect(page.shown()).toBe('')
})

const shown = { eventId: 'e1', worldName: 'agora', installId: 'x-poll', name: TITLE, isOrganiser: false }

it('shows the plugin of an event in a frame, and says when it has gone', async () => {
  const render = async (items: Extension[]) => {
    const page = await renderExtensions(<EventPage close={() => undefined} data={shown} />, {
      answers: answers(items),
    })
    leave = page.unmount
    await page.settle()
    return page
  }
  const page = await render([POLL])
  expect(page.container.querySelector('iframe')?.src).toContain('x-poll.plugins.localhost')
  await page.unmount()
  const gone = await render([extension()])
  expect(gone.shown()).toContain('Poll is no longer available.')
  expect(gone.container.querySelector('iframe')).toBeNull()
})
