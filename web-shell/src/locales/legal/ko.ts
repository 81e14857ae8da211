// Texts of the legal pages' frame in Korean.
import type { en } from './en'

export const ko: typeof en = {
  edition: '버전 {{version}}',
  since: '{{date}}부터 시행',
  contents: '목차',
  others: '함께 보기',
  names: { terms: '이용약관', 'nft-terms': '아이템(NFT) 약관', privacy: '개인정보 처리방침' },
}
