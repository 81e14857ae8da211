// The line under a world's name. In English a card always greets; in Korean it says what the world says of itself.
import type { Language } from '@witverse/sdk'

interface Described {
  worldName: string
  description: { ko: string; en: string }
}

type Text = (key: string, values: { world: string }) => string

export function welcomeLine(world: Described, language: Language, t: Text): string {
  const greeting = t('welcome', { world: world.worldName })
  return language === 'en' ? greeting : world.description.ko || greeting
}

export function describeWorld(world: Described, language: Language, t: Text): string {
  return world.description[language] || t('welcome', { world: world.worldName })
}
