// Texts of the search box in Korean.
import type { en } from './en'

export const ko: typeof en = {
  title: '검색',
  label: '검색어',
  hint: '{{things}}{{things, josa(pair: 을/를)}} 찾을 수 있습니다.',
  none: '‘{{text}}’ 검색 결과가 없습니다.',
  noneHint: '다른 단어로 다시 검색해 보세요.',
  failed: '지금은 검색할 수 없습니다.',
  retry: '다시 시도',
  searching: '검색하고 있습니다',
  found_one: '검색 결과 {{count}}개',
  found_other: '검색 결과 {{count}}개',
}
