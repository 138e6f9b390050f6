//! Who is let in: requests that know the token, are meant for this address, and do not come from another site.

use std::io;

/// The number of random bytes in a token.
const TOKEN_BYTES: usize = 16;

/// The token of a server, and its address.
#[derive(Debug)]
pub struct Access {
    /// Hexadecimal digits.
    token: String,
    /// Address and port, as browsers send them in `Host`.
    host: String,
}

impl Access {
    /// Makes a token for the server on this port.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn new(port: u16) -> io::Result<Access> {
        let mut random = [0; TOKEN_BYTES];
        getrandom::fill(&mut random)?;
        Ok(Access {
            token: random.iter().map(|byte| format!("{byte:02x}")).collect(),
            host: format!("127.0.0.1:{port}"),
        })
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.host, self.token)
    }

    /// Returns true if a request comes from this server's page or from no page. Another name in `Host` shows that the name of
    /// another site leads here (DNS rebinding).
    pub fn is_from_here(&self, host: Option<&str>, origin: Option<&str>) -> bool {
        let is_own = |origin: &str| origin.strip_prefix("http://") == Some(&self.host);
        host == Some(&self.host) && origin.is_none_or(is_own)
    }

    /// Returns the path behind the token; `None` if the path does not begin with it.
    pub fn path_after_token<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (token, rest) = path.strip_prefix('/')?.split_once('/')?;
        let pairs = token.bytes().zip(self.token.bytes());
        // All bytes are compared, so that the time does not depend on the first difference.
        let difference = pairs.fold(0, |difference, (a, b)| difference | (a ^ b));
        (token.len() == self.token.len() && difference == 0).then_some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_opens_the_paths() {
        let access = Access::new(9010).unwrap();
        let token = access.token.clone();
        assert_eq!(token.len(), 2 * TOKEN_BYTES);
        assert_ne!(token, Access::new(9010).unwrap().token);
        let path = format!("/{token}/app/main.js");
        assert_eq!(access.path_after_token(&path), Some("app/main.js"));
        assert_eq!(access.path_after_token(&format!("/{token}/")), Some(""));
        let wrong = ["", "/", "//", "/app/main.js", &token, &path[1..]];
        let short = format!("/{}/", &token[1..]);
        let long = format!("/{token}0/");
        for path in wrong.into_iter().chain([short.as_str(), &long]) {
            assert_eq!(access.path_after_token(path), None, "{path}");
        }
    }

    #[test]
    fn other_hosts_and_origins_are_refused() {
        let access = Access::new(9010).unwrap();
        let own = "127.0.0.1:9010";
        assert!(access.is_from_here(Some(own), None));
        assert!(access.is_from_here(Some(own), Some("http://127.0.0.1:9010")));
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost:9010",
            "evil.example:9010",
            "",
        ] {
            assert!(!access.is_from_here(Some(host), None), "{host}");
        }
        assert!(!access.is_from_here(None, None));
        for origin in [
            "null",
            "",
            "https://127.0.0.1:9010",
            "http://127.0.0.1:9011",
            "http://evil.example",
        ] {
            assert!(!access.is_from_here(Some(own), Some(origin)), "{origin}");
        }
    }
}
