// The search box: a person finds a world, somebody, and a post in Korean; a visitor finds no people.
import { makeAccount } from '../lib/accounts.mjs'
import { axe, look } from '../lib/looks'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

test('the search box finds worlds, people and posts', async ({ kernel, person }) => {
  const mark = Date.now().toString(36).slice(-4)
  const owner = await makeAccount(kernel, `find${mark}`)
  const worldName = `isle_${mark}`
  const description = { ko: '등대가 있는 섬입니다', en: 'An island with a lighthouse' }
  const { worldId } = await callAs(kernel, owner, 'POST', '/api/v3/worlds', {
    worldName,
    hue: 205,
    description,
  })
  const text = '오늘 밤 등대 앞에서 불꽃놀이를 봅니다'
  const post = await callAs(kernel, owner, 'POST', '/api/v2/world/feed', { worldName, text })
  const seeker = await makeAccount(kernel, 'seeker')
  await callAs(kernel, seeker, 'POST', `/api/v2/worlds/user/member?worldId=${worldId}`)

  const one = await person({ script: axe, language: 'ko' })
  await one.logIn(seeker)
  await one.goto('/friends')
  await one.page.getByRole('button', { name: one.t('shell:search'), exact: true }).click()
  const box = one.page.getByRole('dialog')
  const field = box.getByRole('searchbox')
  await expect(field).toBeFocused()
  await look(one, '340-search-empty')
  await field.fill('등대')
  await expect(box.getByRole('link', { name: worldName })).toHaveCount(2)
  await expect(box.getByRole('link', { name: text })).toBeVisible()
  await look(one, '341-search-results')
  await field.fill(owner.nickname)
  await expect(box.getByRole('link', { name: owner.nickname })).toBeVisible()
  await field.fill('없는것')
  await expect(box.getByText(one.t('shell-search:none', { text: '없는것' }))).toBeVisible()
  await field.fill('불꽃놀이')
  await expect(box.getByRole('link', { name: text })).toBeVisible()
  await field.press('Enter')
  await expect(one.page).toHaveURL(new RegExp(`/${worldName}/post/${post.feedId}$`))
  await expect(one.main.getByText(text)).toBeVisible()

  const visitor = await person({ width: 390, touch: true, script: axe, theme: 'dark' })
  await visitor.goto('/')
  await visitor.page.getByRole('button', { name: visitor.t('shell:search'), exact: true }).click()
  const theirs = visitor.page.getByRole('dialog')
  await theirs.getByRole('searchbox').fill(worldName.slice(0, 8))
  await expect(theirs.getByRole('link', { name: worldName })).toBeVisible()
  await look(visitor, '342-search-visitor')
  await theirs.getByRole('link', { name: worldName }).click()
  await expect(visitor.page).toHaveURL(new RegExp(`/${worldName}$`))
})
