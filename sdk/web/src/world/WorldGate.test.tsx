import { Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { problem, renderPage } from '../testing'
import { WorldGate } from './WorldGate'

let leave = async () => undefined as unknown
afterEach(() => leave())

const WORLD = { worldName: 'agora', isPublic: true, isMember: false, isOwner: false, isAdmin: false }

async function open(answer: object, { path = '/agora/post', managed = false } = {}) {
  const page = await renderPage(
    <Routes>
      <Route
        path="/:worldName/post"
        element={
          <WorldGate {...(managed && { notManaged: () => <p>Administrators only</p> })}>
            {({ worldName }) => <h1>Feed of {worldName}</h1>}
          </WorldGate>
        }
      />
    </Routes>,
    { path, answers: { 'GET /api/v2/worlds/mInfo': answer } },
  )
  leave = page.unmount
  await page.settle()
  // The page of a refusal is loaded when it is shown.
  if (!managed) await page.until(() => document.querySelector('h1') !== null)
  return page
}

const heading = () => document.querySelector('h1')?.textContent

it.each([
  ['an unknown world', problem(404, 'world_not_found'), 'World not found'],
  ['a name of a screen', problem(404, 'not_found'), 'Page not found'],
  ['a private world', problem(403, 'world_private'), 'This world is private'],
  ['a world for members', { payload: { ...WORLD, isPublic: false } }, 'This world is private'],
  [
    'a world whose administrators excluded the caller',
    { payload: { ...WORLD, blacklisted: { reason: 'Spam', until: null } } },
    'You can’t use agora at the moment',
  ],
  ['a lost answer', problem(503, 'unavailable'), 'Could not load data'],
  ['a public world', { payload: WORLD }, 'Feed of agora'],
])('shows the page of %s', async (_, answer, title) => {
  await open(answer)
  expect(heading()).toBe(title)
})

it('has one address in any case of the name', async () => {
  expect((await open({ payload: WORLD }, { path: '/Agora/post' })).place.path).toBe('/agora/post')
})

it('shows pages of administrators to administrators', async () => {
  expect((await open({ payload: WORLD }, { managed: true })).shown()).toContain('Administrators only')
  await leave()
  await open({ payload: { ...WORLD, isAdmin: true } }, { managed: true })
  expect(heading()).toBe('Feed of agora')
})
