import { keysOf, valuesOf } from '@witverse/sdk/testing'
import { describe, expect, it } from 'vitest'
import { en } from './en'
import { texts as entry } from './entry'
import { texts as gallery } from './gallery'
import { ko } from './ko'
import { texts as legal } from './legal'
import { texts as money } from './money'
import { texts as operators } from './operators'
import { texts as people } from './people'
import { texts as profile } from './profile'
import { texts as safety } from './safety'
import { texts as sudo } from './sudo'

const parts = [entry, gallery, legal, money, operators, people, profile, safety, sudo]

describe.each([{ namespace: 'shell', ko, en }, ...parts])('the texts of $namespace', (texts) => {
  it('have the same keys in Korean and English', () => expect(keysOf(texts.ko)).toEqual(keysOf(texts.en)))

  it('use the same values in both languages', () => expect(valuesOf(texts.ko)).toEqual(valuesOf(texts.en)))
})

it('have unique namespaces', () => {
  const names = parts.map((texts) => texts.namespace)
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => name.startsWith('shell-'))).toBe(true)
})

it('contain the messages of the catalogue', () => {
  expect(en.signIn).toMatchObject({
    passwordUnmatch: 'Password does not match.',
    userNotExist: 'Email does not exist.',
    unactivated: 'Please verify your email.',
    invalidEmail: 'Invalid email.',
    invalidPassword: 'Invalid password.',
    failed: 'An error occurred while logging in. Please try again.',
  })
  expect(en.signUp.alreadyExists).toBe('This email is already registered.')
  expect(en.signUp.failed).toBe('An unknown error has occurred.')
  expect(en.verify).toMatchObject({
    alreadyConfirmed: 'This email is already verified.',
    invalid: 'Invalid verification code.',
    notMatched: 'Verification code does not match.',
  })
  expect(entry.en.reset).toMatchObject({
    alreadyConfirmed: 'Already Confirmed',
    invalid: 'Verification code is invalid',
  })
  expect(en.nickname.duplicate).toBe('this nickname is already in use')
})
