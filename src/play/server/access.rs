//! Access control: accepts requests that have the token, name this server as host, and do not come from another site.

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
