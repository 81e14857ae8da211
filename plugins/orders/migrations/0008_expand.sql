-- The legal periods as versioned settings. The bounds are those of the law: no version has shorter periods for buyers.
create table legal_terms (
  version bigint not null,
  -- Days from the receipt to withdraw.
  withdraw_days integer not null,
  -- Days from the receipt, and from the discovery, to report a defect.
  defect_days integer not null,
  found_days integer not null,
  -- Business days from the return to the refund.
  refund_business_days integer not null,
  -- Interest of a late refund in a year, in hundredths of a percent.
  late_interest_bp integer not null,
  reason text not null default '',
  made_by uuid,
  made_at timestamptz not null,
  constraint legal_terms_pkey primary key (version),
  constraint legal_terms_withdraw check (withdraw_days between 7 and 90),
  constraint legal_terms_defect check (defect_days between 92 and 730),
  constraint legal_terms_found check (found_days between 30 and 365),
  constraint legal_terms_refund check (refund_business_days between 0 and 3),
  constraint legal_terms_interest check (late_interest_bp between 0 and 10000),
  constraint legal_terms_reason check (char_length(reason) <= 200)
);
-- Three months have 92 days at most. The yearly interest is that of the Enforcement Decree of the Act on the Consumer Protection in
-- Electronic Commerce, article 21-3.
insert into legal_terms (version, withdraw_days, defect_days, found_days, refund_business_days, late_interest_bp, made_at)
values (1, 7, 92, 30, 3, 1500, '2026-01-01T00:00:00Z');
