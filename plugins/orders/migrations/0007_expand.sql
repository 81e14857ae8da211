-- A card refund that the provider refused is requested again when the term `retry` is over.
alter table clock drop constraint clock_kind;
alter table clock add constraint clock_kind check (kind in ('ship', 'receive', 'withdraw', 'defect', 'decide', 'return', 'arrive',
  'refund', 'retry', 'payout'));
