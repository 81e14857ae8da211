import { list, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import type { Look } from '../api/avatars'
import { avatar, gearItem, LOOK, renderAvatars } from '../testing/pages'
import CustomPage from './CustomPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

type Options = Parameters<typeof renderAvatars>[1]

async function open(options: Options = {}) {
  const page = await renderAvatars(<CustomPage />, options)
  leave = page.unmount
  const radio = (part: string, value: string) =>
    document.querySelector<HTMLInputElement>(`input[name="${part}"][value="${value}"]`)
  return { ...page, radio }
}

it('asks visitors to log in, and people without a nickname for one', async () => {
  const visitor = await open({ visitor: true })
  expect(visitor.shown()).toContain('Make your avatar')
  await visitor.unmount()
  const nameless = await open({ user: { hasNickname: false } })
  expect(nameless.shown()).not.toContain('Choose this look')
})

it('chooses a look after a confirmation, and then shows it as final', async () => {
  const sent: unknown[] = []
  const page = await open({
    answers: {
      'PUT /api/user/avatars2': (body: Look) => {
        sent.push(body)
        return { payload: avatar({ look: body }) }
      },
    },
  })
  expect(page.radio('hair', 'bob')?.checked).toBe(true)
  await page.click(page.radio('hair', 'curly'))
  await page.click(page.radio('top', 'gold'))
  await page.click(page.radio('topStyle', 'cardigan'))
  await page.click(page.radio('bottomStyle', 'pleated'))
  await page.click(page.named('Choose this look'))
  expect(page.shown()).toContain('You can choose an avatar only once.')
  expect(sent).toEqual([])
  await page.click(page.named('Choose'))
  await page.settle()
  expect(sent).toEqual([
    { ...LOOK, hair: 'curly', top: 'gold', topStyle: 'cardigan', bottomStyle: 'pleated' },
  ])
  expect(page.shown()).toContain('This look is final.')
  expect(page.toast()).toBe('Your avatar is ready.')
  expect(page.radio('hair', 'curly')).toBeNull()
  await page.click(page.named('Start'))
  expect(page.place.path).toBe('/')
})

it('changes most of the look at random, and leaves without a choice', async () => {
  const page = await open()
  await page.click(page.named('Random'))
  expect(page.radio('hair', 'bob')?.checked).toBe(false)
  await page.click(page.named('Do this later'))
  expect(page.place.path).toBe('/')
})

it('shows the stored look when it was chosen on another device', async () => {
  let chosen = false
  const page = await open({
    answers: {
      'GET /api/v2/avatars/users/u-mina': () => ({ payload: avatar({ chosen, canChoose: !chosen }) }),
      'PUT /api/user/avatars2': () => {
        chosen = true
        return problem(409, 'avatar_already_chosen')
      },
    },
  })
  await page.click(page.named('Choose this look'))
  await page.click(page.named('Choose'))
  await page.settle()
  expect(page.shown()).toContain('This look is final.')
})

it('wears an item, takes it off, and disables one in a pending gift', async () => {
  const sent: unknown[] = []
  const worn = { slot: 'head' as const, itemId: 'crown', model: 'crown', bodiesToDisable: [] }
  const page = await open({
    answers: {
      'GET /api/v2/avatars/users/u-mina': { payload: avatar() },
      'GET /api/item/inventory/craft/gear/all': list(
        gearItem('crown'),
        gearItem('gift', { lock: { by: 'gift', until: null } }),
        gearItem('plain', { gear: null }),
      ),
      'PUT /api/v2/avatars/gear': (body: { itemId: string | null }) => {
        sent.push(body)
        return { payload: avatar({ gear: body.itemId ? [worn] : [] }) }
      },
    },
  })
  expect(page.shown()).not.toContain('Gear plain')
  const button = (name: string) =>
    [...document.querySelectorAll<HTMLButtonElement>('.av-item')].find((one) =>
      one.textContent?.includes(name),
    )
  expect(button('Gear gift')?.disabled).toBe(true)
  expect(button('Gear crown')?.textContent).toBe('Gear crownHeadWear')
  await page.click(button('Gear crown') ?? null)
  await page.settle()
  expect(page.toast()).toBe('You are wearing Gear crown.')
  expect(button('Gear crown')?.textContent).toBe('Gear crownHeadWornTake off')
  await page.click(button('Gear crown') ?? null)
  await page.settle()
  expect(sent).toEqual([
    { slot: 'head', itemId: 'crown' },
    { slot: 'head', itemId: null },
  ])
})

it('gives the look to the figure of another plugin', async () => {
  const page = await open({ slots: { 'custom.preview': <b>turning</b> } })
  expect(page.shown()).toContain('turning')
})

it('lets people choose once more who chose before there were clothes', async () => {
  const sent: unknown[] = []
  const page = await open({
    answers: {
      'GET /api/v2/avatars/users/u-mina': { payload: avatar({ canChoose: true }) },
      'PUT /api/user/avatars2': (body: Look) => {
        sent.push(body)
        return { payload: avatar({ look: body }) }
      },
    },
  })
  expect(page.shown()).toContain('you can choose your look once more')
  expect(page.shown()).not.toContain('This look is final.')
  await page.click(page.named('Choose once more'))
  await page.click(page.radio('topStyle', 'puffer'))
  await page.click(page.named('Keep my look for now'))
  expect(page.radio('topStyle', 'puffer')).toBeNull()
  await page.click(page.named('Choose once more'))
  await page.click(page.radio('topStyle', 'vest'))
  await page.click(page.named('Choose this look'))
  expect(page.shown()).toContain('This look replaces the one before')
  await page.click(page.named('Choose'))
  await page.settle()
  expect(sent).toEqual([{ ...LOOK, topStyle: 'vest' }])
  expect(page.shown()).toContain('This look is final.')
  expect(() => page.named('Choose once more')).toThrow()
})

it('offers the portrait to people with another picture only', async () => {
  const answers = { 'GET /api/v2/avatars/users/u-mina': { payload: avatar() } }
  const plain = await open({ answers })
  expect(() => plain.named('Use my portrait')).toThrow()
  await plain.unmount()
  const sent: unknown[] = []
  const page = await open({
    user: { hasImage: true, default_img: '/files/f-1' },
    answers: {
      ...answers,
      'PUT /api/v2/user/image': (body: unknown) => {
        sent.push(body)
        return { payload: { profileImage: null } }
      },
    },
  })
  await page.click(page.named('Use my portrait'))
  await page.settle()
  expect(sent).toEqual([{ fileId: null }])
  expect(page.toast()).toBe('Your portrait is your profile picture now.')
})
