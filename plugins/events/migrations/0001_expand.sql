-- Events, who has a place at them, and the money that belongs to them.

create table event (
  id uuid not null,
  kind text not null,
  -- Null: the account was erased.
  organiser_id uuid,
  world_id uuid not null,
  world_name text not null,
  block_id uuid not null,
  block_name text not null,
  block_title_ko text not null,
  block_title_en text not null,
  -- Whether visitors see the world: lists of all worlds show these events only.
  is_public boolean not null,
  title_ko text not null,
  title_en text not null,
  description_ko text not null,
  description_en text not null,
  image_id uuid,
  image_url text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The start before the latest postponement.
  postponed_from timestamptz,
  postponed_at timestamptz,
  -- Null: no limit.
  max_people bigint,
  eligibility text not null,
  -- How places are given: to the first, by the organiser's decision, or by a draw.
  entry text not null,
  question_ko text,
  question_en text,
  -- Places whose holders have not checked in this many minutes after the start are freed.
  no_show_minutes bigint,
  -- Challenges: attempts that count, and how they count.
  attempts bigint,
  scoring text,
  -- Hundredths of a WIT for ranks 1, 2, …; paid into the account of the plugin when the event was created.
  prizes bigint[] not null,
  is_official boolean not null default false,
  review text not null,
  review_reason text,
  status text not null,
  -- One bit for each step of the clock that is done.
  steps_done bigint not null default 0,
  -- The draw: the seed is secret until it was used.
  draw_at timestamptz,
  draw_seed bytea,
  draw_commit bytea,
  draw_root bytea,
  draw_entries bigint,
  drawn_at timestamptz,
  attended bigint not null default 0,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint event_pkey primary key (id),
  constraint event_kind check (kind in ('meetup', 'challenge')),
  constraint event_titles check (title_ko <> '' and title_en <> '' and description_ko <> '' and description_en <> ''),
  constraint event_times check (starts_at < ends_at and (postponed_from is null) = (postponed_at is null)),
  constraint event_people check (max_people between 1 and 100000),
  constraint event_eligibility check (eligibility in ('open', 'items', 'tickets')),
  constraint event_entry check (entry in ('first', 'approval', 'draw')),
  constraint event_question check ((question_ko is null) = (question_en is null)),
  constraint event_no_show check (no_show_minutes between 5 and 1440),
  constraint event_challenge check (
    case when kind = 'challenge' then attempts between 1 and 100 and scoring in ('best', 'sum')
         else attempts is null and scoring is null end
  ),
  constraint event_prizes check (cardinality(prizes) <= 10 and (kind = 'challenge' or cardinality(prizes) = 0)),
  constraint event_review check (review in ('none', 'pending', 'approved', 'rejected')),
  constraint event_status check (
    status in ('open', 'cancelled', 'ended') and (status = 'open') = (closed_at is null)
  ),
  constraint event_draw check (
    case when entry = 'draw' then draw_at is not null and draw_seed is not null and draw_commit is not null
           and max_people is not null and draw_at < starts_at
         else draw_at is null and draw_seed is null and draw_commit is null end
  ),
  constraint event_drawn check (drawn_at is null or draw_root is not null or draw_entries = 0)
);
-- Lists: events that are announced, by their start.
create index event_all on event (starts_at, id) where is_public and review in ('none', 'approved');
create index event_kinds on event (kind, starts_at, id) where is_public and review in ('none', 'approved');
create index event_world on event (world_id, starts_at, id) where review in ('none', 'approved');
create index event_block on event (block_id, starts_at, id) where review in ('none', 'approved');
create index event_organiser on event (organiser_id, starts_at desc, id desc);
create index event_open_organiser on event (organiser_id, id) where status = 'open';
create index event_requests on event (world_id, created_at, id) where review = 'pending' and status = 'open';
create index event_running_block on event (block_id, id) where kind = 'challenge' and status = 'open';
create index event_attended on event (attended desc, starts_at desc, id desc)
  where is_public and kind = 'meetup' and attended > 0;

create table event_term (
  term text not null,
  starts_at timestamptz not null,
  event_id uuid not null,
  constraint event_term_pkey primary key (event_id, term),
  constraint event_term_event foreign key (event_id) references event (id)
);
create index event_term_listed on event_term (term, starts_at desc, event_id desc);

-- Whose owners may take part: one of these is enough.
create table event_gate (
  event_id uuid not null,
  ref_id uuid not null,
  is_collection boolean not null,
  name_ko text not null,
  name_en text not null,
  constraint event_gate_pkey primary key (event_id, ref_id),
  constraint event_gate_event foreign key (event_id) references event (id)
);

-- Never changed after the event was submitted.
create table ticket (
  id uuid not null,
  event_id uuid not null,
  position bigint not null,
  name_ko text not null,
  name_en text not null,
  description_ko text not null,
  description_en text not null,
  price bigint not null,
  quantity bigint not null,
  constraint ticket_pkey primary key (id),
  constraint ticket_order unique (event_id, position),
  constraint ticket_event foreign key (event_id) references event (id),
  constraint ticket_names check (name_ko <> '' and name_en <> ''),
  constraint ticket_price check (price between 0 and 100000000 and price % 100 = 0),
  constraint ticket_quantity check (quantity between 1 and 100000)
);

-- One person and one event. A place that has ended stays; a new application is a new row.
create table place (
  id uuid not null,
  event_id uuid not null,
  ticket_id uuid,
  -- Null: the account was erased.
  holder_id uuid,
  state text not null,
  -- What was paid, in hundredths, and by whom. A refund goes to the payer, also after a transfer.
  paid bigint not null default 0,
  payer_id uuid,
  answer text,
  -- Until when a cart or an offer holds the place.
  held_until timestamptz,
  -- One-use code for the door; a transfer makes a new one.
  code text,
  checked_in_at timestamptz,
  is_counted_as_spent boolean not null default false,
  joined_at timestamptz not null,
  -- The draw.
  leaf bytea,
  rank bigint,
  constraint place_pkey primary key (id),
  constraint place_event foreign key (event_id) references event (id),
  constraint place_ticket foreign key (ticket_id) references ticket (id),
  constraint place_state check (
    state in ('applied', 'waiting', 'cart', 'offered', 'taken', 'freed')
  ),
  constraint place_held check ((held_until is not null) = (state in ('cart', 'offered'))),
  constraint place_code check ((state = 'taken') <= (code is not null)),
  constraint place_checked check (checked_in_at is null or code is not null),
  constraint place_paid check (paid >= 0 and (paid = 0 or ticket_id is not null)),
  constraint place_erased check (holder_id is not null or state in ('freed', 'taken'))
);
create unique index place_once on place (event_id, holder_id) where state <> 'freed';
create unique index place_code_once on place (event_id, code) where code is not null;
create index place_of_event on place (event_id, state, joined_at, id);
create index place_waiting on place (event_id, ticket_id, joined_at, id) where state = 'waiting';
create index place_of_person on place (holder_id, joined_at desc, id desc);
create index place_payer on place (payer_id) where payer_id is not null;
create index place_held_until on place (event_id, held_until) where held_until is not null;
create index place_uncounted on place (event_id, id) where state = 'taken' and paid > 0 and not is_counted_as_spent;

-- Every change of a place, with its reason. The sum of `delta` of a quota is the number of places that are not free.
create table place_entry (
  id uuid not null,
  event_id uuid not null,
  place_id uuid not null,
  ticket_id uuid,
  delta bigint not null,
  reason text not null,
  at timestamptz not null,
  constraint place_entry_pkey primary key (id),
  constraint place_entry_place foreign key (place_id) references place (id),
  constraint place_entry_delta check (delta between -1 and 1)
);
create index place_entry_event on place_entry (event_id, at, id);
create index place_entry_of on place_entry (place_id, at, id);

-- What the plugin owes: refunds, prizes, and the organiser's revenue. The id is the key of the movement.
create table payout (
  id uuid not null,
  event_id uuid not null,
  kind text not null,
  place_id uuid,
  rank bigint,
  account_id uuid,
  amount bigint not null,
  state text not null,
  created_at timestamptz not null,
  -- Not tried before this time.
  due_at timestamptz not null,
  paid_at timestamptz,
  -- The reward popup was shown.
  is_seen boolean not null default false,
  constraint payout_pkey primary key (id),
  constraint payout_event foreign key (event_id) references event (id),
  constraint payout_kind check (kind in ('refund', 'prize', 'prize-return', 'revenue')),
  constraint payout_amount check (amount > 0),
  constraint payout_rank check ((kind = 'prize') = (rank is not null) and (kind = 'refund') = (place_id is not null)),
  constraint payout_state check (state in ('due', 'paid', 'kept') and (state = 'paid') = (paid_at is not null))
);
-- Each place is refunded once, each rank is paid once, and so are the rest and the revenue.
create unique index payout_refund_once on payout (place_id) where kind = 'refund';
create unique index payout_prize_once on payout (event_id, rank) where kind = 'prize';
create unique index payout_rest_once on payout (event_id, kind) where kind in ('prize-return', 'revenue');
create index payout_due on payout (event_id, due_at, id) where state = 'due';
create index payout_unseen on payout (account_id, created_at) where kind = 'prize' and state = 'paid' and not is_seen;
create index payout_of_person on payout (account_id, created_at desc, id desc);

-- Nodes of the Merkle tree of a draw; level 0 has the leaves, ordered by their hashes.
create table draw_node (
  event_id uuid not null,
  level bigint not null,
  position bigint not null,
  hash bytea not null,
  constraint draw_node_pkey primary key (event_id, level, position),
  constraint draw_node_event foreign key (event_id) references event (id)
);

-- Runs of a challenge, as the game has reported them.
create table attempt (
  event_id uuid not null,
  race_id uuid not null,
  account_id uuid not null,
  time_ms bigint not null,
  state text not null,
  at timestamptz not null,
  constraint attempt_pkey primary key (event_id, race_id, account_id),
  constraint attempt_event foreign key (event_id) references event (id),
  constraint attempt_time check (time_ms > 0),
  constraint attempt_state check (state in ('counted', 'pending', 'rejected'))
);
create index attempt_of_person on attempt (event_id, account_id, at, race_id);
create index attempt_pending on attempt (event_id) where state = 'pending';
create index attempt_erased on attempt (account_id);

create table score (
  event_id uuid not null,
  account_id uuid not null,
  -- Milliseconds: the least first.
  value_ms bigint not null,
  attempts bigint not null,
  is_complete boolean not null,
  -- Of equal scores the earlier one comes first.
  achieved_at timestamptz not null,
  constraint score_pkey primary key (event_id, account_id),
  constraint score_event foreign key (event_id) references event (id),
  constraint score_value check (value_ms > 0 and attempts > 0)
);
create index score_ranked on score (event_id, value_ms, achieved_at, account_id) where is_complete;
create index score_erased on score (account_id);
