import { renderPlugin } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import Visit from './Visit'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('reports the world, and the block if the page shows one', async () => {
  const report = vi.fn((_body: unknown) => ({ payload: { againAfter: 240 } }))
  for (const data of [{ worldName: 'agora' }, { worldName: 'agora', blockId: 'b1' }]) {
    const page = await renderPlugin(<Visit close={() => undefined} data={data} />, {
      ...{ id: 'worlds', texts: { ko, en } },
      answers: { 'POST /api/v2/worlds/logs/user-connection': report },
    })
    leave = page.unmount
    await page.settle()
    await leave()
  }
  expect(report.mock.calls.map(([body]) => body)).toEqual([
    { worldName: 'agora' },
    { worldName: 'agora', block_id: 'b1' },
  ])
})
