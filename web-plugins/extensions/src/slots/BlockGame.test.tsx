import type { GameSlotData, TrialCopy } from '@witverse/sdk'
import { afterEach, expect, it, vi } from 'vitest'
import { extension, renderExtensions } from '../testing/pages'
import BlockGame from './BlockGame'

let leave = async () => undefined as unknown
afterEach(() => leave())

const game = { title: { ko: '등불', en: 'Lamps' }, file: 'play.html', hasChat: false }
const items = [
  extension({ id: 'x-trial', game, isTrial: true }),
  extension({ id: 'x-installed', game: { ...game, title: { ko: '등불 찾기', en: 'Find the lamp' } } }),
]
const person = (number: number, nickname: string) => ({
  ...{ number, id: `00000000-0000-7000-8000-00000000000${number}`, nickname },
  balanceHundredths: 50_000,
})
const answers = {
  'GET /api/v3/worlds/agora/extensions': { payload: { frameHost: 'plugins.localhost', items } },
  'GET /api/v3/worlds/agora/plugins/x-trial/players': {
    payload: { items: [person(0, 'mina'), person(1, 'Player1'), person(2, 'Player2')] },
  },
}

async function open(trial: TrialCopy | null, name = 'acme.lamps') {
  const data: GameSlotData = {
    ...{ game: name, blockId: 'b1', worldName: 'agora', roomId: 'blocks:b1', isModerator: false },
    subscribe: () => () => undefined,
    people: {
      get: () => ({ self: null, members: new Map(), lines: [], feelings: [] }),
      subscribe: () => () => undefined,
    },
    serverNow: () => 0,
    highlight: () => undefined,
    walkTo: () => true,
    trial,
  }
  const page = await renderExtensions(<BlockGame close={() => undefined} data={data} />, { answers })
  leave = page.unmount
  await page.settle()
  return page
}

it('shows the installed plugin in a block, and no trial of it', async () => {
  const page = await open(null)
  expect(page.container.querySelector('iframe')?.src).toContain('x-installed.plugins.localhost')
  expect(page.shown()).not.toContain('This is a trial')
})

it('shows the plugin on trial in a copy, as the player of the room', async () => {
  const onPlayer = vi.fn()
  const page = await open({ install: 'x-trial', player: 2, onPlayer }, '')
  expect(page.container.querySelector('iframe')?.src).toContain('x-trial.plugins.localhost')
  expect(page.shown()).toContain('This is a trial')
  expect(page.container.querySelector<HTMLInputElement>('input:checked')?.value).toBe('2')
  await page.click(page.container.querySelector<HTMLElement>('input[value="1"]') as HTMLElement)
  expect(onPlayer).toHaveBeenCalledWith(1)
})

it('says that a trial is over', async () => {
  const page = await open({ install: 'x-gone', player: 0, onPlayer: () => undefined }, '')
  expect(page.shown()).toContain('This trial is over')
})
