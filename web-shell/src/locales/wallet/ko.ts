// Texts of the header’s wallet and of the “not enough WIT” dialog in Korean.
import type { en } from './en'

export const ko: typeof en = {
  chip: '사용 가능 {{available}} WIT ({{usd}}), 전체 {{wit}} WIT',
  orders: {
    paid: 'WIT가 충전되었습니다.',
    failed: '결제하지 못했습니다. 주문 내역을 확인해 주세요.',
    refunded: '환불이 완료되었습니다.',
    disputed: '결제에 이의가 접수되어 WIT 사용이 정지되었습니다.',
  },
  notEnough: {
    title: '보유 WIT가 부족합니다.',
    text: '부족한 만큼 충전하고 하던 일을 이어서 할 수 있습니다.',
    needed: '필요한 WIT',
    available: '사용 가능한 WIT',
    missing: '부족한 WIT',
    later: '나중에',
    charge: '충전하기',
    buy: '{{wit}} WIT 구매',
    other: '다른 수량 보기',
  },
}
