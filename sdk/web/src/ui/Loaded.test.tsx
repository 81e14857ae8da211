import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { payload, useApi } from '../index'
import { problem, renderPage } from '../testing'
import { Loaded } from './Loaded'
import { Page } from './Page'

let leave = async () => undefined as unknown
afterEach(() => leave())

function NamePage() {
  const api = useApi()
  const name = useQuery({
    queryKey: ['name'],
    queryFn: async () => (await payload(api.GET('/api/v2/worlds/mInfo' as never))) as string,
  })
  return (
    <>
      <button type="button" onClick={() => void name.refetch()}>
        Refetch
      </button>
      <Loaded query={name} title="Name" missing={<p>No such page</p>} denied={({ code }) => <p>{code}</p>}>
        {(data) => (
          <Page title={data}>
            <Counter name={data} />
          </Page>
        )}
      </Loaded>
    </>
  )
}

/** Has a state that a remount would lose. */
function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  )
}

async function open(answers: unknown[]) {
  const page = await renderPage(<NamePage />, {
    answers: { 'GET /api/v2/worlds/mInfo': () => (answers.length > 1 ? answers.shift() : answers[0]) },
  })
  leave = page.unmount
  return page
}

const DOWN = problem(503, 'unavailable')
const title = () => [...document.querySelectorAll('title')].map((one) => one.textContent)

it('keeps the page and what it holds when a refetch fails, and says so in a quiet line', async () => {
  const page = await open([{ payload: 'agora' }, DOWN.clone(), { payload: 'bazaar' }])
  await page.settle()
  await page.click(page.named('agora 0'))
  await page.click(page.named('Refetch'))
  await page.settle()
  expect(page.named('agora 1')).toBeTruthy()
  expect(page.shown()).toContain('Could not refresh. You see an earlier version.')
  await page.click(page.named('Try again'))
  await page.settle()
  expect(page.named('bazaar 1')).toBeTruthy()
  expect(page.shown()).not.toContain('Could not refresh')
})

it('has a document title while loading, after a failure and with data', async () => {
  const page = await open([DOWN.clone(), { payload: 'agora' }])
  expect(title()).toEqual(['Name · Witverse'])
  await page.settle()
  expect(title()).toEqual(['Name · Witverse'])
  expect(page.container.querySelector('h1')?.closest('[role=alert]')).toBeNull()
  await page.click(page.named('Try again'))
  await page.settle()
  expect(title()).toEqual(['agora · Witverse'])
})

it.each([
  ['missing', problem(404, 'not_found'), 'No such page'],
  ['denied', problem(403, 'world_private'), 'world_private'],
])('drops data when the resource is %s', async (_, answer, text) => {
  const page = await open([{ payload: 'agora' }, answer])
  await page.settle()
  await page.click(page.named('Refetch'))
  await page.settle()
  expect(page.shown()).toContain(text)
  expect(page.shown()).not.toContain('agora')
})
