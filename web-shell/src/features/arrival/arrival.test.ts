// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { takeArrival } from './arrival'

beforeEach(() => history.replaceState({ kept: 1 }, '', '/'))

it('removes a login code from any address and keeps the rest', () => {
  history.replaceState({ kept: 1 }, '', '/orbit/market?tab=new&login=abc.def#top')
  expect(takeArrival(location, history)).toEqual({ login: 'abc.def', reset: null })
  expect(location.href).toMatch(/\/orbit\/market\?tab=new#top$/)
  expect(history.state).toEqual({ kept: 1 })
  expect(takeArrival(location, history)).toEqual({ login: null, reset: null })
})

it('reads the link of a reset mail', () => {
  history.replaceState(null, '', '/?resetEmail=mina%40witverse.com&reset=x%2Fy')
  expect(takeArrival(location, history)).toEqual({
    login: null,
    reset: { email: 'mina@witverse.com', encoded: 'x/y' },
  })
  expect(location.pathname + location.search).toBe('/')
})

it('reads the fragment of a mail’s link', () => {
  history.replaceState({ kept: 3 }, '', '/agora?tab=new#resetEmail=mina%2Bx%40witverse.com&reset=abc')
  expect(takeArrival(location, history)).toEqual({
    login: null,
    reset: { email: 'mina+x@witverse.com', encoded: 'abc' },
  })
  expect(location.href).toMatch(/\/agora\?tab=new$/)
  expect(history.state).toEqual({ kept: 3 })
})

it('removes incomplete data without opening anything', () => {
  history.replaceState(null, '', '/?reset=x&login=')
  expect(takeArrival(location, history)).toEqual({ login: null, reset: null })
  expect(location.search).toBe('')
})

it('leaves other addresses unchanged', () => {
  history.replaceState({ kept: 2 }, '', '/block?q=a%20b')
  takeArrival(location, history)
  expect(location.search).toBe('?q=a%20b')
})
