//! The errors of this plugin, in both languages. Denials of Cedar have their texts in `i18n/`, too; the handlers that ask
//! about the world of a post return them from here.

pub(crate) use witverse_sdk::problems::{
    WORLD_ADMINS_ONLY, WORLD_BLACKLISTED, WORLD_MEMBERS_ONLY, WORLD_NOT_FOUND,
};
use witverse_sdk::{Problem, problem};

/// Also for posts that the caller may not see.
pub(crate) const FEED_NOT_FOUND: Problem = problem!(
    404,
    "feed_not_found",
    "글을 찾을 수 없습니다.",
    "Post not found.",
);
pub(crate) const COMMENT_NOT_FOUND: Problem = problem!(
    404,
    "comment_not_found",
    "댓글을 찾을 수 없습니다.",
    "Comment not found.",
);
pub(crate) const ANNOUNCEMENT_NOT_FOUND: Problem = problem!(
    404,
    "announcement_not_found",
    "공지를 찾을 수 없습니다.",
    "Announcement not found.",
);
pub(crate) const SUBJECT_NOT_FOUND: Problem = problem!(
    404,
    "subject_not_found",
    "댓글을 쓸 대상을 찾을 수 없습니다.",
    "There is nothing to comment on here.",
);
pub(crate) const NOT_AUTHOR: Problem = problem!(
    403,
    "not_author",
    "글쓴이만 할 수 있습니다.",
    "Only the author can do this.",
);
pub(crate) const FEED_HIDDEN: Problem = problem!(
    409,
    "feed_hidden",
    "숨긴 글은 고정할 수 없습니다.",
    "A hidden post can't be pinned.",
);
pub(crate) const APPEAL_SENT: Problem = problem!(
    409,
    "appeal_sent",
    "이미 재검토를 요청했습니다. 관리자의 답을 기다려 주세요.",
    "You have already asked for a review. Please wait for the administrators to answer.",
);
pub(crate) const MEMBERS_ONLY_WRITE: Problem = problem!(
    403,
    "members_only_write",
    "이 월드의 멤버십이 있는 멤버만 글을 쓸 수 있습니다. 월드 페이지에서 멤버십을 받아 주세요.",
    "You need a membership of this world to post. Get one on the world's page.",
);
pub(crate) const MEMBERS_ONLY_COMMENT: Problem = problem!(
    403,
    "members_only_comment",
    "이 월드의 멤버만 댓글을 쓸 수 있습니다. 먼저 월드에 가입해 주세요.",
    "Only members of this world can comment. Join it first.",
);

/// The problems that policies about a world name.
pub(crate) const DENIALS: [Problem; 5] = [
    WORLD_BLACKLISTED,
    MEMBERS_ONLY_WRITE,
    MEMBERS_ONLY_COMMENT,
    WORLD_ADMINS_ONLY,
    WORLD_MEMBERS_ONLY,
];

#[cfg(test)]
mod tests {
    use super::DENIALS;

    #[test]
    fn denials_have_the_texts_of_the_policies() {
        let files = [
            include_str!("../i18n/ko.toml"),
            include_str!("../i18n/en.toml"),
        ];
        for denial in DENIALS {
            for (text, file) in [denial.ko, denial.en].into_iter().zip(files) {
                let line = format!("\"problem.{}\" = \"{text}\"", denial.code);
                assert!(file.lines().any(|known| known == line), "{line}");
            }
        }
    }
}
