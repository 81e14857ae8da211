// The 15 emojis and the gestures of a room, in the order of their ids.
export const EMOJIS = [
  { name: 'wave', sign: '👋' },
  { name: 'heart', sign: '❤️' },
  { name: 'laugh', sign: '😂' },
  { name: 'wow', sign: '😮' },
  { name: 'thumbs', sign: '👍' },
  { name: 'clap', sign: '👏' },
  { name: 'party', sign: '🎉' },
  { name: 'fire', sign: '🔥' },
  { name: 'sad', sign: '😢' },
  { name: 'thanks', sign: '🙏' },
  { name: 'sparkle', sign: '✨' },
  { name: 'sprout', sign: '🌱' },
  { name: 'tea', sign: '🍵' },
  { name: 'moon', sign: '🌙' },
  { name: 'star', sign: '⭐' },
] as const

export const GESTURES = ['wave', 'dance'] as const
