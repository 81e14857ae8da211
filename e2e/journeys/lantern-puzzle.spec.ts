// The lantern puzzle: a log that the server plays again, logs that it refuses, and a moderator who watches a doubtful one.
import {
  CELLS,
  isLit,
  isSolved,
  type Press,
  placeOf,
  pressed,
  SIDE,
} from '../../web-plugins/lantern-puzzle/src/puzzle/board'
import { logIn } from '../lib/accounts.mjs'
import type { Person } from '../lib/person'
import { enter, makeBlock, makeGuest, withoutWebGl } from '../lib/rooms'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

const cells = Array.from({ length: CELLS }, (_, cell) => cell)
const times = (one: Person) => one.page.getByRole('list', { name: one.t('lantern-puzzle:times') })

/** The lanterns to press: each row lights the one above, after trying the presses of the first row. */
function solutionOf(board: number): number[] {
  const tries = Array.from({ length: 2 ** SIDE }, (_, first) => {
    const presses = cells.filter((cell) => cell < SIDE && (first >> cell) & 1)
    let now = presses.reduce(pressed, board)
    for (const cell of cells.slice(SIDE)) {
      if (isLit(now, cell - SIDE)) continue
      presses.push(cell)
      now = pressed(now, cell)
    }
    return isSolved(now) ? presses : null
  })
  const found = tries.filter((one) => one !== null).sort((a, b) => a.length - b.length)
  return found[0] ?? []
}

/** The board that a person's page shows. */
async function shownBoard(one: Person): Promise<number> {
  const lit = await Promise.all(
    cells.map((cell) => one.button('lantern-puzzle:lit', placeOf(cell)).isVisible()),
  )
  return lit.reduce((board, isOn, cell) => (isOn ? board | (1 << cell) : board), 0)
}

test('two people solve a puzzle, and copied, cut and impossible logs do not count', async ({
  kernel,
  person,
}) => {
  const place = await makeBlock(kernel, 'puzz', { name: 'lights', type: 'game', game: 'lantern-puzzle' })
  const guest = await makeGuest(kernel, place, 'mina')
  const [host, mina] = [await person(), await person({ width: 390, touch: true })]
  await host.logIn(place.owner)
  await mina.logIn(guest)
  for (const one of [host, mina]) {
    await withoutWebGl(one)
    await enter(one, place)
  }
  const path = `/api/v3/blocks/${place.blockId}/puzzle`
  let log: Press[] = []

  await test.step('solves it by hand, with a reload in between, and both see the time', async () => {
    await expect(host.text('lantern-puzzle:rules')).toBeVisible()
    await host.button('lantern-puzzle:start').click()
    await expect(host.role('group', 'lantern-puzzle:board')).toBeVisible()
    await host.shoot('458-puzzle')
    const way = solutionOf(await shownBoard(host))
    expect(way).toHaveLength(9)
    log = way.map((cell, at) => ({ cell, atMs: 400 * at + 37 * (at % 3) }))
    const press = async (cell: number) => {
      await host.page.getByRole('button', { name: nameOf(host, cell) }).click()
      // The pauses of a hand.
      await host.page.waitForTimeout(300 + 50 * (cell % 7))
    }
    for (const cell of way.slice(0, 4)) await press(cell)
    await enter(host, place)
    await expect(host.text('lantern-puzzle:presses', { count: 4 })).toBeVisible()
    for (const cell of way.slice(4)) await press(cell)
    await expect(host.page.getByText(host.like('lantern-puzzle:best'))).toBeVisible()
    for (const one of [host, mina]) await expect(times(one).getByText(place.owner.nickname)).toBeVisible()
    await host.shoot('459-puzzle-solved')
  })

  await test.step('refuses a copied log and a cut one', async () => {
    const run = await callAs(kernel, guest, 'POST', path)
    const token = await logIn(kernel, guest)
    const own = solutionOf(run.board).map((cell, at) => ({ cell, atMs: at + 1 }))
    for (const presses of [log, own.slice(1)]) {
      const answer = await kernel.call('POST', `${path}/${run.runId}/finish`, { presses }, token)
      expect(`${answer.status} ${answer.code}`).toBe('422 puzzle_not_solved')
    }
    // Solved by a program: it waits for the owner.
    const solved = await callAs(kernel, guest, 'POST', `${path}/${run.runId}/finish`, { presses: own })
    expect(solved.isPending).toBe(true)
  })

  await test.step('the owner watches the run and rejects it', async () => {
    await expect(host.text('lantern-puzzle:review.title')).toBeVisible()
    await host.button('lantern-puzzle:review.watchOf', { name: guest.nickname }).click()
    await host.inDialog('lantern-puzzle:review.play').click()
    await expect(host.dialog.getByText(host.like('lantern-puzzle:review.after'))).toContainText('9')
    await host.shoot('460-puzzle-watched')
    await host.page.keyboard.press('Escape')
    await host.button('lantern-puzzle:review.rejectOf', { name: guest.nickname }).click()
    await expect(host.text('lantern-puzzle:review.title')).toBeHidden()
    await expect(times(mina).getByRole('listitem')).toHaveCount(1)
  })
})

/** The name of a lantern, lit or dark. */
function nameOf(one: Person, cell: number): RegExp {
  const names = (['lit', 'dark'] as const).map((state) => one.t(`lantern-puzzle:${state}`, placeOf(cell)))
  return new RegExp(`^(${names.join('|')})$`)
}
