import { expect, it } from 'vitest'
import { renderShell } from '../features/testing'
import { WorldTile } from './WorldTile'

it("shows the world's own logo on its own hue", async () => {
  const world = { worldName: 'orbit', hue: 200, worldLogoImg: '/orbit.svg' }
  const plugin = {
    id: 'worlds',
    name: { ko: 'worlds', en: 'worlds' },
    version: '0',
    entry: '',
    integrity: {},
    routes: [],
    slots: [],
  }
  const page = await renderShell(<WorldTile worldName="orbit" />, [], {
    boot: { plugins: [plugin] },
    answers: { 'GET /api/v2/worlds/my': { payload: { hasWorld: true, world } } },
  })
  await page.settle()
  const tile = page.container.querySelector<HTMLElement>('.sh-rail-tile')
  expect(tile?.querySelector('img')?.getAttribute('src')).toBe('/orbit.svg')
  expect(tile?.getAttribute('style')).toContain('--hue: 200')
  await page.unmount()
})
