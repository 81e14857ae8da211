// Texts of the search box in English.
export const en = {
  title: 'Search',
  label: 'What are you looking for?',
  hint: 'Find {{things}}.',
  none: 'No results for “{{text}}”.',
  noneHint: 'Try another word.',
  failed: "This can't be searched right now.",
  retry: 'Try again',
  searching: 'Searching',
  found_one: '{{count}} result',
  found_other: '{{count}} results',
}

declare global {
  interface WitverseTexts {
    'shell-search': typeof en
  }
}
