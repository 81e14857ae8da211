// Test helpers: the page over a mocked network, with sample data.
import { list, renderPlugin } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import type { Avatar, AvatarVrm, GearItem, Look } from '../api/avatars'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

type Options = Partial<Parameters<typeof renderPlugin>[1]>

export const LOOK: Look = {
  body: 'slim',
  skin: 'honey',
  face: 'bright',
  hair: 'bob',
  hairColor: 'red',
  top: 'teal',
  topStyle: 'hoodie',
  bottom: 'navy',
  bottomStyle: 'jeans',
}

export const avatar = (facts: Partial<Avatar> = {}): Avatar => ({
  userId: 'u-mina',
  chosen: true,
  canChoose: false,
  look: LOOK,
  drawn: {},
  gear: [],
  vrm: null,
  ...facts,
})

export const LICENCE: AvatarVrm['licence'] = {
  ...{ allowedUsers: 'onlyAuthor', commercialUse: 'no', creditRequired: true, modification: 'prohibited' },
  ...{ redistribution: false, violence: false, sexualContent: false, name: null },
  ...{ url: 'https://vrm.dev/licenses/1.0/', otherPermissionUrl: null },
}

export const vrm = (facts: Partial<AvatarVrm> = {}): AvatarVrm => ({
  ...{ fileId: 'f-1', url: '/files/f-1/avatar.vrm', title: 'Boxling', authors: ['Mina Kim'] },
  ...{ copyright: null, contact: null, licence: LICENCE },
  ...facts,
})

export const gearItem = (id: string, facts: Partial<GearItem> = {}): GearItem => ({
  itemId: id,
  name: { ko: `${id} 장비`, en: `Gear ${id}` },
  description: { ko: '', en: '' },
  type: 'gear',
  thumbnailUrl: `/${id}.svg`,
  collection: { collectionId: 'c1', name: { ko: '밤', en: 'Night' } },
  owner: { userId: 'u-mina', nickname: 'mina', thumbnail: null },
  madeAt: '2026-11-10T03:00:00Z',
  edition: 1,
  lock: null,
  used: false,
  gear: { slot: 'head', model: 'crown', bodiesToDisable: [] },
  media: null,
  text: null,
  ...facts,
})

export async function renderAvatars(page: ReactNode, { answers, ...options }: Options = {}) {
  return renderPlugin(page, {
    id: 'avatars',
    texts: { ko, en },
    plugins: { avatars: { '/custom': 'custom' } },
    path: '/custom',
    ...options,
    answers: {
      'GET /api/v2/avatars/users/u-mina': { payload: avatar({ chosen: false, canChoose: true }) },
      'GET /api/item/inventory/craft/gear/all': list(),
      ...answers,
    },
  })
}
