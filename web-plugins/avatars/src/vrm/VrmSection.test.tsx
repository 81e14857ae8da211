import type { UploadedFile } from '@witverse/sdk/files'
import { afterEach, expect, it } from 'vitest'
import { avatar, LICENCE, renderAvatars, vrm } from '../testing/pages'
import { VrmSection } from './VrmSection'

let leave = async () => undefined as unknown
afterEach(() => leave())

type Options = Parameters<typeof renderAvatars>[1]

const uploaded = (allowedUsers: 'onlyAuthor' | 'everyone'): UploadedFile => ({
  ...{ fileId: 'f-2', url: '/files/f-2', state: 'ready', kind: 'vrm', name: 'me.vrm', bytes: 9_000 },
  ...{ createdAt: '2026-11-10T03:00:00Z', uses: [], useCount: 0 },
  vrm: {
    ...{
      version: '1.0',
      title: 'Boxling',
      authors: ['Mina Kim', 'Jun'],
      licence: { ...LICENCE, allowedUsers },
    },
    ...{ triangles: 180, materials: 1, bones: 15, textureBytes: 0, height: 1.5 },
  },
})

async function open(section: Partial<Parameters<typeof VrmSection>[0]>, options: Options = {}) {
  const page = await renderAvatars(
    <VrmSection avatar={avatar()} candidate={null} onCandidate={() => undefined} {...section} />,
    options,
  )
  leave = page.unmount
  return page
}

it('shows the licence of the file in use, and removes it', async () => {
  const sent: unknown[] = []
  const page = await open(
    { avatar: avatar({ vrm: vrm() }) },
    {
      answers: {
        'PUT /api/v2/avatars/vrm': (body: unknown) => {
          sent.push(body)
          return { payload: avatar() }
        },
      },
    },
  )
  expect(page.shown()).toContain('Boxling')
  expect(page.shown()).toContain('Only its author')
  expect(document.querySelector<HTMLAnchorElement>('.av-licence a')?.rel).toContain('noopener')
  await page.click(page.named('Remove'))
  await page.settle()
  expect(sent).toEqual([{ fileId: null, confirmed: false }])
  expect(page.toast()).toBe('Your 3D avatar was removed.')
})

it('uses a file for its author only after the confirmation', async () => {
  const sent: unknown[] = []
  const chosen: unknown[] = []
  const page = await open(
    { candidate: uploaded('onlyAuthor'), onCandidate: (file) => chosen.push(file) },
    {
      answers: {
        'PUT /api/v2/avatars/vrm': (body: unknown) => {
          sent.push(body)
          return { payload: avatar({ vrm: vrm() }) }
        },
      },
    },
  )
  expect(page.shown()).toContain('Mina Kim, Jun')
  const use = () => page.named('Use this avatar') as HTMLButtonElement | null
  expect(use()?.disabled).toBe(true)
  await page.click(document.querySelector('input[name=vrmConfirmed]'))
  expect(use()?.disabled).toBe(false)
  await page.click(use())
  await page.settle()
  expect(sent).toEqual([{ fileId: 'f-2', confirmed: true }])
  expect(chosen).toEqual([null])
})

it('asks for no confirmation if everyone may use the file', async () => {
  const page = await open({ candidate: uploaded('everyone') })
  expect(document.querySelector('input[name=vrmConfirmed]')).toBeNull()
  expect((page.named('Use this avatar') as HTMLButtonElement | null)?.disabled).toBe(false)
})
