// Test helpers: a screen of installed plugins over a mocked network.
import type { WorldSlotData } from '@witverse/sdk'
import { list, renderPlugin } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import type {
  CataloguePlugin,
  Contents,
  Extension,
  Grant,
  Install,
  PackageDetails,
  Publisher,
  Review,
  Setting,
  StoredPackage,
} from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

export const WORLD: WorldSlotData = {
  worldName: 'agora',
  worldId: 'w-agora',
  isOwner: true,
  isAdmin: false,
  isMember: true,
  hasMembership: false,
  isPublic: true,
}

const GRANT: Grant = {
  sql: true,
  sqlMib: 16,
  balance: false,
  users: false,
  timers: false,
  rooms: false,
  chat: false,
  reward: { perPayment: 10 },
  charge: null,
  files: null,
  services: {},
}
const LINES = [
  { key: 'sql', ko: '자기 자료를 저장합니다.', en: 'Stores its own data.' },
  { key: 'reward', ko: '상금을 줍니다.', en: 'May pay prizes.' },
]

const USED = { calls: 0, failures: 0, cpuUs: 0, statements: 0, paidHundredths: 0, collectedHundredths: 0 }

export const setting = (change: Partial<Setting> = {}): Setting => ({
  key: 'rounds',
  title: { ko: '라운드', en: 'Rounds' },
  hint: null,
  kind: 'number',
  minimum: 1,
  maximum: 9,
  maxLength: null,
  minLength: null,
  options: [],
  default: 5,
  value: 5,
  ...change,
})

export const contents = (change: Partial<Contents> = {}): Contents => ({
  tables: [{ name: 'answer', rows: 1234 }],
  bytes: 81_920,
  files: 0,
  fileBytes: 0,
  pages: 1,
  isGame: false,
  isEventKind: false,
  timers: 0,
  balanceHundredths: 12_300,
  returnsTo: 'mina',
  holds: { count: 0, hundredths: 0 },
  blocks: { count: 0, names: [] },
  events: { count: 0, names: [] },
  retainDays: 30,
  ...change,
})

export const cataloguePlugin = (change: Partial<CataloguePlugin> = {}): CataloguePlugin => ({
  package: 'd2',
  plugin: 'acme.lamps',
  version: '1.1.0',
  name: { ko: '등불 찾기', en: 'Find the lamp' },
  description: { ko: '밤에 하는 놀이', en: 'A game for the night' },
  permissions: LINES,
  slots: [],
  worlds: 3,
  calls: 1200,
  failures: 2,
  isInstalled: false,
  uploadedAt: '2026-11-20T03:00:00Z',
  ...change,
})

export const packageDetails = (change: Partial<PackageDetails> = {}): PackageDetails => ({
  package: storedPackage(),
  description: null,
  keyId: '00c0ffee00c0ffee',
  earlierKeys: [],
  bytes: 81_920,
  files: [
    { path: 'component.wasm', bytes: 65_536, sha256: 'a'.repeat(64), change: 'changed' },
    { path: 'plugin.toml', bytes: 400, sha256: 'b'.repeat(64), change: null },
  ],
  slots: ['event.page'],
  changes: {
    version: '0.9.0',
    addedPermissions: [LINES[1] as (typeof LINES)[number]],
    removedPermissions: [],
    addedSlots: ['event.page'],
    removedFiles: ['web/old.html'],
  },
  measures: review().measures,
  ...change,
})

export const install = (change: Partial<Install> = {}): Install => ({
  id: 'x-aaaaaaaaaaaa',
  plugin: 'acme.lamps',
  version: '1.0.0',
  name: { ko: '등불 찾기', en: 'Find the lamp' },
  state: 'enabled',
  isLoaded: true,
  disabledBecause: null,
  stoppedBecause: null,
  isPublisherStopped: false,
  requested: GRANT,
  granted: GRANT,
  permissions: LINES,
  requestedPermissions: LINES,
  settings: [],
  usedToday: USED,
  usedMonth: USED,
  unusedPermissions: [],
  slots: [],
  isReviewed: false,
  hasPages: true,
  isGame: false,
  previousVersion: null,
  isUnfinished: false,
  update: null,
  autoUpdate: true,
  balanceHundredths: 12_300,
  checkedAt: '2026-11-20T03:00:00Z',
  checkFailed: null,
  installedAt: '2026-11-20T03:00:00Z',
  retainedUntil: null,
  trialUntil: null,
  ...change,
})

export const storedPackage = (change: Partial<StoredPackage> = {}): StoredPackage => ({
  digest: 'd1',
  plugin: 'acme.lamps',
  version: '1.0.0',
  name: { ko: '등불 찾기', en: 'Find the lamp' },
  permissions: LINES,
  uploadedBy: 'mina',
  uploadedAt: '2026-11-20T03:00:00Z',
  installs: 3,
  stoppedBecause: null,
  publisherStoppedBecause: null,
  waitsForReview: true,
  reviewedAt: null,
  ...change,
})

export const publisher = (change: Partial<Publisher> = {}): Publisher => ({
  name: 'acme',
  knownSince: '2026-11-01T03:00:00Z',
  keys: [{ id: '00c0ffee00c0ffee', since: '2026-11-01T03:00:00Z', revokedBecause: null }],
  packages: 4,
  reviewed: 1,
  worlds: 2,
  stoppedBecause: null,
  ...change,
})

export const review = (change: Partial<Review> = {}): Review => ({
  digest: 'd2',
  plugin: 'acme.lamps',
  version: '1.1.0',
  name: { ko: '등불 찾기', en: 'Find the lamp' },
  description: null,
  publisher: {
    name: 'acme',
    keyId: '00c0ffee00c0ffee',
    knownSince: '2026-11-01T03:00:00Z',
    keySince: '2026-11-01T03:00:00Z',
    agreedKeyId: '00c0ffee00c0ffee',
    packages: 4,
    worlds: 2,
    isNew: false,
    hasNewKey: false,
    needsAgreement: false,
  },
  requested: GRANT,
  permissions: LINES,
  installed: null,
  additional: [],
  slots: [],
  isReviewed: false,
  restsUntil: null,
  measures: {
    worlds: 0,
    calls: 0,
    failures: 0,
    paidHundredths: 0,
    collectedHundredths: 0,
    cpuP95Ms: null,
    uses: [],
  },
  ...change,
})

export const extension = (change: Partial<Extension> = {}): Extension => ({
  id: 'x-aaaaaaaaaaaa',
  plugin: 'acme.lamps',
  name: { ko: '등불 찾기', en: 'Find the lamp' },
  isTrial: false,
  game: null,
  slots: [],
  event: null,
  maxCharge: null,
  pages: [{ path: '/', file: 'play.html', title: { ko: '놀이', en: 'Play' } }],
  ...change,
})

export const renderExtensions = (
  page: ReactNode,
  { answers, ...options }: Partial<Parameters<typeof renderPlugin>[1]> = {},
) =>
  renderPlugin(page, {
    id: 'extensions',
    texts: { ko, en },
    plugins: { extensions: { '/:worldName/x/:plugin': 'frame' } },
    ...options,
    answers: {
      'GET /api/v3/worlds/w-agora/plugins': { payload: { items: [install()] } },
      'GET /api/v3/worlds/agora/extensions': {
        payload: { frameHost: 'plugins.localhost', items: [extension()] },
      },
      'GET /api/v3/worlds/w-agora/plugin-catalogue': list(cataloguePlugin()),
      ...answers,
    },
  })
