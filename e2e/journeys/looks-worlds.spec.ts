// The screens of worlds: axe reports no violation, nothing overflows, and a screenshot of each.
import { makeAccount } from '../lib/accounts.mjs'
import { axe, look, variants } from '../lib/looks'
import type { Person } from '../lib/person'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

async function lookAt(one: Person, path: string, name: string) {
  await one.goto(path)
  await expect(one.main.getByRole('heading').first()).toBeVisible()
  await one.expectLoaded()
  await look(one, name)
}

test.describe.configure({ timeout: 360_000 })

for (const { name, options, tag } of variants) {
  test(`screens of a world (${name})`, { tag }, async ({ kernel, person }) => {
    const worldName = `look${Date.now().toString(36).slice(-5)}`
    const owner = await makeAccount(kernel, 'look', { language: options.language ?? 'en' })
    const guest = await makeAccount(kernel, 'gues')
    const { worldId: id } = await callAs(kernel, owner, 'POST', '/api/v3/worlds', { worldName, hue: 140 })
    await callAs(kernel, guest, 'POST', `/api/v2/worlds/user/member?worldId=${id}`)
    await callAs(kernel, owner, 'POST', `/api/v3/worlds/${id}/admins`, { nickname: guest.nickname })
    const sold = { name: { ko: '봄 멤버십', en: 'Spring club' }, quantity: 1, price: 0 }
    const collections = `/api/v3/worlds/${id}/collections`
    const { collectionId } = await callAs(kernel, owner, 'POST', collections, sold)
    await callAs(kernel, guest, 'POST', `${collections}/${collectionId}/buy`, { price: 0 })
    const next = { name: { ko: '여름 멤버십', en: 'Summer club' }, quantity: 50, price: 120 }
    await callAs(kernel, owner, 'POST', collections, next)
    const bad = await makeAccount(kernel, 'rude')
    await callAs(kernel, owner, 'POST', `/api/v3/worlds/${id}/blacklist`, {
      nickname: bad.nickname,
      reason: '도배 · spam',
    })
    const { code } = await callAs(kernel, owner, 'POST', `/api/v3/worlds/${id}/invitation`)
    const visits = '/api/v2/worlds/logs/user-connection'
    await callAs(kernel, guest, 'POST', visits, { worldName })

    const one = await person({ ...options, script: axe })
    await lookAt(one, '/world', '310-explore')
    await lookAt(one, `/${worldName}`, '311-world-visitor')
    await lookAt(one, `/invitation/${code}`, '312-invitation')
    await lookAt(one, '/invitation/gone', '313-invitation-gone')
    await lookAt(one, `/collection/${collectionId}`, '314-collection')
    await one.logIn(owner)
    await expect(one.accountButton).toBeVisible()
    await lookAt(one, `/${worldName}`, '315-world-owner')
    await lookAt(one, `/${worldName}/profile`, '316-profile')
    for (const tab of ['members', 'memberships', 'content', 'blacklist', 'settings']) {
      await lookAt(one, `/${worldName}/management?tab=${tab}`, `317-management-${tab}`)
    }
    for (const tab of ['visits', 'visitors']) {
      await lookAt(one, `/${worldName}/dashboard?tab=${tab}`, `318-dashboard-${tab}`)
    }
    await lookAt(one, `/${worldName}/dashboard/witch`, '319-witch')
  })
}
