import { beforeEach, expect, it } from 'vitest'
import { takeArrival } from './arrival'

beforeEach(() => history.replaceState({ kept: 1 }, '', '/'))

it('takes a login code out of any address, and leaves the rest of it', () => {
  history.replaceState({ kept: 1 }, '', '/orbit/market?tab=new&login=abc.def#top')
  expect(takeArrival(location, history)).toEqual({ login: 'abc.def', reset: null })
  expect(location.href).toMatch(/\/orbit\/market\?tab=new#top$/)
  expect(history.state).toEqual({ kept: 1 })
  expect(takeArrival(location, history)).toEqual({ login: null, reset: null })
})

it('takes the link of a reset mail', () => {
  history.replaceState(null, '', '/?resetEmail=mina%40witverse.com&reset=x%2Fy')
  expect(takeArrival(location, history)).toEqual({
    login: null,
    reset: { email: 'mina@witverse.com', encoded: 'x/y' },
  })
  expect(location.pathname + location.search).toBe('/')
})

it('takes what a mail carries in the fragment', () => {
  history.replaceState({ kept: 3 }, '', '/agora?tab=new#resetEmail=mina%2Bx%40witverse.com&reset=abc')
  expect(takeArrival(location, history)).toEqual({
    login: null,
    reset: { email: 'mina+x@witverse.com', encoded: 'abc' },
  })
  expect(location.href).toMatch(/\/agora\?tab=new$/)
  expect(history.state).toEqual({ kept: 3 })
})

it('removes what is only half there, and opens nothing with it', () => {
  history.replaceState(null, '', '/?reset=x&login=')
  expect(takeArrival(location, history)).toEqual({ login: null, reset: null })
  expect(location.search).toBe('')
})

it('touches no other address', () => {
  history.replaceState({ kept: 2 }, '', '/block?q=a%20b')
  takeArrival(location, history)
  expect(location.search).toBe('?q=a%20b')
})
