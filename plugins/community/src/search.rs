//! Search for posts that the caller may read, newest first.
//!
//! A search reads a bounded number of rows: the newest posts with its rarest term. Older posts with a term that more have
//! are not found.

use crate::access::{self, Reader};
use crate::store::Post;
use crate::views::Authors;
use std::collections::HashMap;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::people::PersonCard;
use witverse_sdk::search::{
    CANDIDATES, Found, RESULTS, Results, SearchQuery, SearchText, TermIndex,
};
use witverse_sdk::{Ctx, Error, params, select, term_index};

const TERMS: TermIndex = term_index!("post_term", "post_id", "posted_at");
/// The number of worlds whose permissions a search checks.
const WORLDS: usize = 20;
/// Letters of the text that a result shows.
const EXCERPT: usize = 80;

/// The posts that have everything that is searched for.
pub(crate) fn search_posts(
    ctx: &Ctx,
    Query(search): Query<SearchText>,
) -> Result<Payload<Results>, Error> {
    let Some(query) = SearchQuery::parse(&search.q) else {
        return Ok(Payload(Results::default()));
    };
    let mut posts = candidates(ctx, &TERMS.rarest_term(ctx, &query)?)?;
    posts.retain(|post| query.matches(&post.text));
    let mut readers = Readers::default();
    posts.retain(|post| readers.may_read(ctx, post));
    // Blocked and muted authors are dropped afterwards.
    posts.truncate(RESULTS * 3);
    let reader = Reader {
        account: ctx.actor().account().cloned(),
        ..Reader::default()
    };
    let authors = Authors::of(ctx, &reader, posts.iter().map(|post| &post.author));
    let items = posts
        .iter()
        .filter_map(|post| Some(found(post, authors.get(&post.author)?, &query)));
    Ok(Payload(Results::first_of(items)))
}

fn found(post: &Post, author: PersonCard, query: &SearchQuery) -> Found {
    let text = query.excerpt(&post.text, EXCERPT);
    Found {
        id: post.id.to_string(),
        title: format!("{} · {}", author.nickname, post.world.as_str()),
        text: Text::new(text.clone(), text),
        image: author.thumbnail,
        at: Some(post.posted_at),
        link: post.link(),
    }
}

/// The caller as a reader of several worlds; each is asked about once.
#[derive(Default)]
struct Readers(HashMap<String, Option<Reader>>);

impl Readers {
    fn may_read(&mut self, ctx: &Ctx, post: &Post) -> bool {
        let world = &post.world;
        if !self.0.contains_key(world.as_str()) {
            if self.0.len() == WORLDS {
                return false;
            }
            let reader = access::may(ctx, "viewFeed", world).then(|| Reader::of(ctx, world));
            self.0.insert(world.as_str().to_owned(), reader);
        }
        match self.0.get(world.as_str()) {
            Some(Some(reader)) => !post.for_members || reader.is_member,
            _ => false,
        }
    }
}

/// The newest visible posts with a term.
fn candidates(ctx: &Ctx, term: &str) -> Result<Vec<Post>, Error> {
    let statement = select!(
        Post,
        "from post p where not p.is_deleted and not p.is_hidden and p.id in (select x.post_id from post_term x \
             where x.term = $1 order by x.posted_at desc, x.post_id desc limit $2) order by p.posted_at desc, p.id \
             desc"
    );
    let rows = ctx.sql().query(statement, &params![term, CANDIDATES])?;
    Ok(rows.all()?)
}

/// Replaces the terms of a new or edited post.
pub(crate) fn index(ctx: &Ctx, post: &Post) -> Result<(), Error> {
    TERMS.put(ctx, &post.id, &post.text, post.posted_at)
}
